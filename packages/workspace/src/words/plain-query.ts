import { isUnspaced, tokenize } from './tokenize.ts'
import { stem as stemOf } from '@varve/engine/stem'

/** One word that must be found. */
export interface PlainTerm {
  readonly stem: string
  /** It is still being typed: whatever begins like this does too. */
  readonly beginning?: string
}

/** What somebody looks for in texts: every word, and the quoted ones side by side. */
export interface PlainQuery {
  /** Each once, those of phrases among them. */
  readonly terms: readonly PlainTerm[]
  /** Stems, in order. */
  readonly phrases: readonly (readonly string[])[]
}

const MOST_TERMS = 16
/** Fewer letters begin too many words. */
const SHORTEST_BEGINNING = 2

/** Reads a query: words, and "phrases" in quotation marks. The last word may be unfinished. */
export function parsePlainQuery(text: string): PlainQuery {
  const parts = text.split(/["“”„]/)
  const terms = new Map<string, PlainTerm>()
  const phrases: (readonly string[])[] = []
  for (const [index, part] of parts.entries()) {
    const words = plainWords(part)
    const isPhrase = index % 2 === 1
    if (isPhrase && words.length > 1) phrases.push(words.map(({ stem }) => stem))
    const isOpen = !isPhrase && index === parts.length - 1
    const unfinished = isOpen && words.at(-1)?.end === part.length ? words.at(-1) : undefined
    for (const word of words) terms.set(word.stem, termOf(word, word === unfinished))
  }
  return { terms: [...terms.values()].slice(0, MOST_TERMS), phrases }
}

function termOf({ stem, word }: PlainWord, isUnfinished: boolean): PlainTerm {
  const isLong = word.length >= SHORTEST_BEGINNING || isUnspaced(word)
  return isUnfinished && isLong ? { stem, beginning: word } : { stem }
}

/** Where the words of a query are in a text. */
export function findPlainWords(text: string, { terms }: PlainQuery): readonly PlainWord[] {
  const stems = new Set(terms.map(({ stem }) => stem))
  const beginnings = terms.flatMap(({ beginning }) => beginning ?? [])
  return plainWords(text).filter(
    ({ stem, word }) => stems.has(stem) || beginnings.some((beginning) => word.startsWith(beginning)),
  )
}

/** Whether every phrase of a query is in a text. */
export function hasPhrases(text: string, { phrases }: PlainQuery): boolean {
  if (phrases.length === 0) return true
  const stems = plainWords(text).map(({ stem }) => stem)
  return phrases.every((phrase) =>
    stems.some((_, at) => phrase.every((word, index) => stems[at + index] === word)),
  )
}

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
  return tokenize(text).map(({ word, start, end }) => ({ stem: stemOf(word), word, start, end }))
}
