import { stem } from './stem.ts'
import { tokenize } from './tokenize.ts'

/** A word as an index without ranks keeps it. */
export interface PlainWord {
  /** Lower case, without diacritics, without its ending. */
  readonly stem: string
  /** With its ending. */
  readonly word: string
  /** Offsets in UTF-16 code units. */
  readonly start: number
  readonly end: number
}

/** The words of a text, in order: those of scripts without blanks apart, pictures as words. Linear. */
export function plainWords(text: string): readonly PlainWord[] {
  return tokenize(text).map(({ word, start, end }) => ({ stem: stem(word), word, start, end }))
}
