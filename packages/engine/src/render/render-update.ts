import type { ArtifactKey } from '../artifact/artifact.ts'
import { applyChanges, countChanges } from './changes.ts'
import { neutralize } from './neutralize.ts'
import { openingTag, renderBody } from './render-block.ts'
import { TAGS } from './tag-registry.ts'

/** The changed passages, as unified hunks where they were given under version 1, or all of the new text. */
export interface UpdateBody {
  readonly kind: 'changes' | 'diff' | 'full'
  readonly text: string
}

export interface Update {
  readonly key: ArtifactKey
  /** The turn that holds the version being replaced. */
  readonly supersedesTurn: number
  readonly turn: number
  readonly body: UpdateBody
  /** 1 in the epochs that began under it. */
  readonly version?: number
  /** The first of its epoch says how its form is read. */
  readonly explained?: boolean
}

/** Tells a model how to read `changes`. */
export const CHANGES_LEGEND =
  'Each @ is a place: after the line that begins so, or the top; ~n is n lines further on. There -n lines go and the next +n come. *n: n lines change, as ["words before","new words","words after"].'

/** A new version of an artifact that is already in the request. [P-5] */
export function renderUpdate({ key, supersedesTurn, turn, body, version, explained }: Update): string {
  const tag = TAGS.piece.update
  if (version === 1) {
    const opening = openingTag(tag, { path: key, supersedes: `turn ${supersedesTurn}`, turn })
    const element = body.kind === 'diff' ? TAGS.element.diff : TAGS.element.content
    return `${opening}\n${renderBody(element, body.text)}\n</${tag}>`
  }
  const opening = openingTag(tag, { path: key, from: supersedesTurn, to: turn })
  const inner = body.kind === 'full' ? renderBody(TAGS.element.content, body.text) : neutralize(body.text)
  return `${opening}\n${explained ? `${CHANGES_LEGEND}\n` : ''}${inner}\n</${tag}>`
}

/** The text after an update; undefined where it does not fit the version that it replaces. */
export function applyUpdate(before: string | undefined, body: UpdateBody): string | undefined {
  if (body.kind === 'full') return body.text
  if (before === undefined) return undefined
  return body.kind === 'diff' ? applyUnifiedDiff(before, body.text) : applyChanges(before, body.text)
}

/** How many lines an update adds and removes; undefined for a full text. */
export function countUpdate({
  kind,
  text,
}: UpdateBody): { readonly added: number; readonly removed: number } | undefined {
  if (kind === 'full') return undefined
  if (kind === 'changes') return countChanges(text)
  const signs = text.split('\n').map((line) => line.charAt(0))
  const count = (sign: string): number => signs.filter((one) => one === sign).length
  return { added: count('+'), removed: count('-') }
}

const NO_FINAL_NEWLINE = '\\ No newline at end of file'

const HEADER = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$/

/** The text after an update of version 1, or undefined where it does not fit `before` exactly: no fuzz. */
export function applyUnifiedDiff(before: string, update: string): string | undefined {
  const signed = update === '' ? [] : update.split('\n')
  const lines = splitLines(before)
  const result: string[] = []
  let taken = 0
  for (let at = 0; at < signed.length; ) {
    const header = HEADER.exec(signed[at] ?? '')
    if (!header) return undefined
    const [oldStart = 0, oldLines = 0, , newLines = 0] = header.slice(1).map(Number)
    const start = oldLines === 0 ? oldStart : oldStart - 1
    if (start < taken || start > lines.length) return undefined
    for (; taken < start; taken += 1) result.push(lines[taken] ?? '')
    const end = { taken: taken + oldLines, added: result.length + newLines }
    for (at += 1; taken < end.taken || result.length < end.added; at += 1) {
      if (at >= signed.length) return undefined
      const mark = (signed[at] ?? '').charAt(0)
      const isBare = signed[at + 1] === NO_FINAL_NEWLINE
      const line = (signed[at] ?? '').slice(1) + (isBare ? '' : '\n')
      if (isBare) at += 1
      if (mark !== '+' && lines[taken] !== line) return undefined
      if (mark !== '+') taken += 1
      if (mark !== '-') result.push(line)
    }
    if (taken !== end.taken || result.length !== end.added) return undefined
  }
  for (; taken < lines.length; taken += 1) result.push(lines[taken] ?? '')
  return result.join('')
}

/** Lines with their newline; carriage returns are part of a line. */
function splitLines(text: string): readonly string[] {
  const lines: string[] = []
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start)
    const end = feed < 0 ? text.length : feed + 1
    lines.push(text.slice(start, end))
    start = end
  }
  return lines
}
