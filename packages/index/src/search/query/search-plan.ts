import type { SearchFilter } from '../search-source.ts'
import { mayBeJoined } from '@varve/workspace/notes'

/** A word that is sought. */
export interface SearchTerm {
  /** As typed, lower case, without diacritics. */
  readonly word: string
  readonly stem: string
  /** From 0 to 1: how much it says about what is sought. */
  readonly weight: number
  /** Matches as a prefix: the word is still being typed, or its script joins words. */
  readonly prefix: boolean
}

/** A parsed search request. */
export interface SearchPlan {
  /** The words of the question itself in their order, each stem once. */
  readonly terms: readonly SearchTerm[]
  /** Words of the conversation before it, strongest first; none that the question holds. */
  readonly context: readonly SearchTerm[]
  /** Quoted words and phrases that must match exactly. In a conversation they only weigh more. */
  readonly phrases: readonly (readonly string[])[]
  /** Words and phrases that must not occur. */
  readonly without: readonly (readonly string[])[]
  /** Words that the title or an alias must hold, all of them. */
  readonly inTitle: readonly string[]
  /** Words that the title or an alias must not hold together. */
  readonly notInTitle: readonly (readonly string[])[]
  readonly filter: SearchFilter
  /** The days come from words such as "last week", not from `after:` or `before:`. */
  readonly daysAreSpoken: boolean
  /** Asked within a conversation, not typed into a search field. */
  readonly isQuestion: boolean
  readonly limit: number
  readonly notes: readonly string[]
}

const LINES = [
  'a an the and or but if then else of at by for with about against between into through during before after',
  'above below to from up down in out on off over under again further once here there when where why how all any',
  'both each few more most other some such no nor not only own same so than too very can could will would shall',
  'should may might must just don now is am are was were be been being have has had having do does did doing i me',
  'my we our you your he him his she her it its they them their what which who whom this that these those as until',
  'while because also s t m re ve ll d please tell know want need like get use using make',
]

/** English words that say little about what is sought. */
export const STOP_WORDS: ReadonlySet<string> = new Set(LINES.flatMap((line) => line.split(' ')))

/** A term quoted for FTS5, so that nothing in it is syntax. */
export function quoteTerm(word: string): string {
  // FTS5 reads its expression as a C string.
  return `"${word.replaceAll('\u0000', ' ').replaceAll('"', '""')}"`
}

/** Consecutive words; the last is a prefix if its script joins words. */
export function quotePhrase(words: readonly string[]): string {
  return `${quoteTerm(words.join(' '))}${mayBeJoined(words.at(-1) ?? '') ? '*' : ''}`
}

export function anyOf(expressions: readonly string[]): string {
  return expressions.join(' OR ')
}

/** The wanted terms without the excluded ones; empty if none is wanted. */
export function butNot(match: string, without: readonly (readonly string[])[]): string {
  if (match === '' || without.length === 0) return match
  return `(${match}) NOT (${anyOf(without.map(quotePhrase))})`
}
