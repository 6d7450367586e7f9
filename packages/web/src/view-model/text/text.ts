import type { TypedText } from '../composer/find-mention.ts'

/** Text as it is compared: without case and without accents. Plain ASCII, the usual case, takes the short way. */
export function foldText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.toLowerCase()
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

export type Mark = readonly [start: number, end: number]

interface FoundPlace {
  /** 0 at the start, 1 where a word begins, 2 inside one. */
  readonly rank: 0 | 1 | 2
  readonly mark: Mark
}

/** The best match of a query in a name; both are folded. */
export function findPlace(name: string, wanted: string): FoundPlace | undefined {
  const first = name.indexOf(wanted)
  if (first < 0) return undefined
  for (let at = first; at >= 0; at = name.indexOf(wanted, at + 1))
    if (isWordStart(name, at)) return { rank: at === 0 ? 0 : 1, mark: [at, at + wanted.length] }
  return { rank: 2, mark: [first, first + wanted.length] }
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || /[\s_.\-()/]/.test(text[at - 1] ?? '')
}

/** The first `limit` of what sorting would give, without sorting all of it: lists may hold tens of thousands. */
export function takeBest<T>(
  items: Iterable<T>,
  limit: number,
  compare: (a: T, b: T) => number,
): readonly T[] {
  const best: T[] = []
  for (const item of items) {
    const last = best.at(-1)
    if (best.length === limit && last !== undefined && compare(item, last) >= 0) continue
    const at = best.findIndex((other) => compare(item, other) < 0)
    best.splice(at < 0 ? best.length : at, 0, item)
    if (best.length > limit) best.pop()
  }
  return best
}

/** The text with another put in at the caret, set off by a blank where it would run into a word. */
export function insertText(text: string, caret: number, added: string): TypedText {
  const before = text.slice(0, caret)
  const after = text.slice(caret)
  const lead = before === '' || /\s$/.test(before) ? '' : ' '
  const trail = after === '' || /^\s/.test(after) ? '' : ' '
  return { text: before + lead + added + trail + after, caret: caret + lead.length + added.length }
}

export interface HighlightPiece {
  readonly text: string
  readonly hit: boolean
}

/** A text in pieces, those that were searched for marked. Ranges may overlap, touch or leave the text. */
export function splitHighlights(
  text: string,
  highlights: readonly (readonly [start: number, end: number])[],
): readonly HighlightPiece[] {
  const pieces: HighlightPiece[] = []
  let from = 0
  for (const [start, end] of highlights.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const first = Math.max(start, from)
    const last = Math.min(end, text.length)
    if (first >= last) continue
    if (first > from) pieces.push({ text: text.slice(from, first), hit: false })
    pieces.push({ text: text.slice(first, last), hit: true })
    from = last
  }
  if (from < text.length) pieces.push({ text: text.slice(from), hit: false })
  return pieces
}

const FIRST_LETTER = /\p{L}/u
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u

export type Direction = 'ltr' | 'rtl'

/** The direction of a text, from its first letter. A text without letters takes its parent's direction. */
export function directionOf(text: string): Direction | undefined {
  const letter = FIRST_LETTER.exec(text)?.[0]
  if (letter === undefined) return undefined
  return RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr'
}

/** Markdown read aloud: marks, citations and link targets are left out. */
export function plainWords(markdown: string): string {
  return markdown
    .replace(/\[\^\d+\]/g, '')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/^[^\S\n]*(?:#{1,6}|>|[-*+]|```.*)[^\S\n]*/gm, '')
    .replace(/[*_`|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
