/** A piece of what was typed, before its words are looked at. */
export type QueryPiece =
  | { readonly kind: 'words'; readonly text: string; readonly negated: boolean }
  | { readonly kind: 'phrase'; readonly text: string; readonly negated: boolean }
  | { readonly kind: 'field'; readonly field: QueryField; readonly value: string; readonly negated: boolean }

export type QueryField = 'tag' | 'path' | 'in' | 'title' | 'after' | 'before'

const FIELDS: ReadonlySet<string> = new Set<QueryField>(['tag', 'path', 'in', 'title', 'after', 'before'])
const BLANK = /\s/
const STARTS_WORD = /^[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}"#]/u
/** Signs are part of a tag, those of ASCII apart. */
const TAG = /^#((?:[\p{L}\p{N}\p{M}_/-]|\u200d|(?![ -~])\p{S})+)[.,;:!?)]*$/u
/** Obsidian's rule: a tag holds at least one character that is not a digit. */
const NOT_A_DIGIT = /\P{N}/u
const LONGEST_TAG = 200
const LONGEST_FIELD = 6
const QUOTES: Readonly<Record<string, string>> = { '"': '"', '“': '”', '„': '“', '«': '»' }

/** Splits typed text at blanks and quotes and finds `-`, `#tag` and `field:value`; the rest are words. Linear. */
export function splitQuery(text: string): readonly QueryPiece[] {
  const pieces: QueryPiece[] = []
  for (let at = 0; at < text.length; ) {
    if (BLANK.test(text.charAt(at))) {
      at++
      continue
    }
    const negated =
      text[at] === '-' &&
      STARTS_WORD.test(text.slice(at + 1, at + 3)) &&
      !/^-\w(?:\s|$)/.test(text.slice(at, at + 3))
    const { piece, end } = readPiece(text, negated ? at + 1 : at, negated)
    pieces.push(piece)
    at = end
  }
  return pieces
}

function readPiece(text: string, start: number, negated: boolean): { piece: QueryPiece; end: number } {
  const quoted = readQuoted(text, start)
  if (quoted) return { piece: { kind: 'phrase', text: quoted.text, negated }, end: quoted.end }
  const end = wordEnd(text, start)
  const word = text.slice(start, end)
  const tag = word.length <= LONGEST_TAG ? TAG.exec(word)?.[1] : undefined
  if (tag !== undefined && NOT_A_DIGIT.test(tag))
    return { piece: { kind: 'field', field: 'tag', value: tag, negated }, end }
  const field = readField(word)
  if (!field) return { piece: { kind: 'words', text: word, negated }, end }
  const value = readQuoted(text, start + field.length + 1)
  if (value) return { piece: { kind: 'field', field, value: value.text, negated }, end: value.end }
  return { piece: { kind: 'field', field, value: word.slice(field.length + 1), negated }, end }
}

/** A text between quotes; a quote that is never closed is none. */
function readQuoted(
  text: string,
  start: number,
): { readonly text: string; readonly end: number } | undefined {
  const close = QUOTES[text.charAt(start)]
  if (close === undefined) return undefined
  const end = text.indexOf(close, start + 1)
  return end < 0 ? undefined : { text: text.slice(start + 1, end), end: end + 1 }
}

function wordEnd(text: string, start: number): number {
  let at = start + 1
  // A quote within a word belongs to a field's value: `path:"My notes/"` is read from its start.
  while (at < text.length && !BLANK.test(text.charAt(at)) && text[at] !== '"') at++
  return at
}

function readField(word: string): QueryField | undefined {
  const colon = word.slice(0, LONGEST_FIELD + 1).indexOf(':')
  if (colon <= 0) return undefined
  const name = word.slice(0, colon).toLowerCase()
  return FIELDS.has(name) ? (name as QueryField) : undefined
}
