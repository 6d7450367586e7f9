import type { SearchFilter } from '../search-source.ts'

/** A word that is sought. */
export interface SearchTerm {
  /** As typed, lower case, without diacritics. */
  readonly word: string
  readonly stem: string
  /** From 0 to 1: how much it says about what is sought. */
  readonly weight: number
  /** The word may go on: it is still being typed, or of a script that joins words. */
  readonly prefix: boolean
}

/** What a search request asks for, before any index is looked at. */
export interface SearchPlan {
  /** The words of the question itself in their order, each stem once. */
  readonly terms: readonly SearchTerm[]
  /** Words of the conversation before it, strongest first; none that the question holds. */
  readonly context: readonly SearchTerm[]
  /** Quoted words and runs of them that must stand as they are. In a conversation they count for more instead. */
  readonly phrases: readonly (readonly string[])[]
  /** Words and phrases that must not stand. */
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
