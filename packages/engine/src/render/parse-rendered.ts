import { unescapeLine } from './escape-line.ts'
import { LIBRARY_HEADING } from './library-heading.ts'
import { restoreNeutralized } from './neutralize.ts'
import type { ParsedPiece, PieceRead } from './parsed-piece.ts'
import { isBlockTag, readBlock } from './read-block.ts'
import { matchAt, readOpening } from './read-markup.ts'
import { readReferences } from './read-references.ts'
import { QUERY_SEPARATOR } from './render-query.ts'

/**
 * Reads a rendered text back, piece by piece from its start. Nothing inside a piece is searched for
 * meaning: text was neutralised, so that the first closing tag is the right one.
 */
export function parseRendered(text: string): readonly ParsedPiece[] {
  const pieces: ParsedPiece[] = []
  let at = 0
  while (at < text.length) {
    const read = readPiece(text, at)
    const next = read && nextStart(text, read)
    const { piece, end } = read && next !== undefined ? { piece: read.piece, end: next } : readText(text, at)
    pieces.push(piece)
    at = end
  }
  return pieces
}

function readPiece(text: string, at: number): PieceRead | undefined {
  switch (text.charAt(at)) {
    case '<':
      return readBlock(text, at)
    case '#':
      return text.startsWith(LIBRARY_HEADING, at)
        ? { piece: { kind: 'heading' }, end: at + LIBRARY_HEADING.length }
        : undefined
    case 'C':
      return readReferences(text, at)
    case 'c':
      return readChanged(text, at)
    case '-':
      return readQuery(text, at)
    default:
      return undefined
  }
}

/** Where the piece after this one begins; undefined when something unknown follows directly. */
function nextStart(text: string, { piece, end }: PieceRead): number | undefined {
  if (end === text.length) return end
  if (text.startsWith('\n\n', end)) return end + 2
  // Several changes at once stand in neighbouring lines.
  return piece.kind === 'changed' && text.startsWith('\nchanged since turn ', end) ? end + 1 : undefined
}

function readChanged(text: string, at: number): PieceRead | undefined {
  const match = matchAt(/changed since turn (\d{1,15}): ([^\n]*)/y, text, at)
  if (!match) return undefined
  const piece = { kind: 'changed', turn: Number(match[1]), key: unescapeLine(match[2] ?? '') } as const
  return { piece, end: at + match[0].length }
}

/** The query is last: all that follows its label belongs to the user. */
function readQuery(text: string, at: number): PieceRead | undefined {
  if (!text.startsWith(QUERY_SEPARATOR, at)) return undefined
  const query = restoreNeutralized(text.slice(at + QUERY_SEPARATOR.length))
  return { piece: { kind: 'query', text: query }, end: text.length }
}

/** Text of no known form ends where a block opens or the query is set apart. */
function readText(text: string, at: number): PieceRead {
  let stop = text.indexOf('\n\n', at)
  while (stop >= 0) {
    if (opensBlock(text, stop + 2) || text.startsWith(QUERY_SEPARATOR, stop + 2)) break
    stop = text.indexOf('\n\n', stop + 1)
  }
  const whole = stop < 0 ? text.slice(at) : text.slice(at, stop)
  return { piece: { kind: 'text', text: restoreNeutralized(whole) }, end: stop < 0 ? text.length : stop + 2 }
}

function opensBlock(text: string, at: number): boolean {
  const opening = text.charAt(at) === '<' ? readOpening(text, at) : undefined
  return opening !== undefined && isBlockTag(opening.tag)
}
