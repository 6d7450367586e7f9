import { unescapeLine } from './escape-line.ts'
import type { PieceRead } from './parsed-piece.ts'
import { matchAt } from './read-markup.ts'
import {
  type Reference,
  REFERENCES_CLOSING,
  REFERENCES_HEADING,
  type ReferencePlace,
} from './render-references.ts'

const ENTRY =
  /- ([^\n]*) \((?:(Context Library)|(below)|given above, turn (\d{1,15})|again as in turn (\d{1,15}))(; the active note)?\)\n/y

/** A list of references, or the line that says it is the same as before. */
export function readReferences(text: string, at: number): PieceRead | undefined {
  if (!text.startsWith(REFERENCES_HEADING, at)) return undefined
  let end = at + REFERENCES_HEADING.length
  const same = matchAt(/ the same as in turn (\d{1,15})\./y, text, end)
  if (same) return { piece: { kind: 'same-references', turn: Number(same[1]) }, end: end + same[0].length }
  if (text.charAt(end) !== '\n') return undefined
  end += 1
  const references: Reference[] = []
  for (let entry = matchAt(ENTRY, text, end); entry; entry = matchAt(ENTRY, text, end)) {
    const active = entry[6] === undefined ? {} : { active: true as const }
    references.push({ key: unescapeLine(entry[1] ?? ''), place: readPlace(entry), ...active })
    end += entry[0].length
  }
  if (!text.startsWith(REFERENCES_CLOSING, end)) return undefined
  return { piece: { kind: 'references', references }, end: end + REFERENCES_CLOSING.length }
}

function readPlace([, , library, here, turn, again]: RegExpExecArray): ReferencePlace {
  if (library !== undefined) return { kind: 'library' }
  if (here !== undefined) return { kind: 'here' }
  if (turn !== undefined) return { kind: 'turn', turn: Number(turn) }
  return { kind: 'again', turn: Number(again) }
}
