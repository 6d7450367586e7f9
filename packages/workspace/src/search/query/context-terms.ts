import { stem } from '../stem.ts'
import { tokenize } from '../tokenize.ts'
import type { SearchTerm } from './search-plan.ts'
import { STOP_WORDS } from './stop-words.ts'

/** Tuned by `npm run bench -- search`. */
const CONTEXT = {
  /** Of a short turn right before the question. */
  weight: 0.5,
  /** Of each turn against the one after it. */
  decay: 0.6,
  /** A turn with more words than this says less by each of them: answers are long, questions short. */
  words: 8,
  length: 0.5,
  /** However often it was said, it was not asked now. */
  most: 0.8,
  least: 0.02,
  terms: 150,
  /** Characters of one turn that are read. */
  characters: 8000,
} as const

/** The words of a conversation, newest turn last, with what is left of their weight; strongest first. */
export function contextTerms(turns: readonly string[], known: ReadonlySet<string>): readonly SearchTerm[] {
  const terms = new Map<string, SearchTerm>()
  let recency = CONTEXT.weight
  for (let at = turns.length - 1; at >= 0 && recency >= CONTEXT.least; at--, recency *= CONTEXT.decay) {
    const words = distinctWords((turns[at] ?? '').slice(0, CONTEXT.characters), known)
    const share = Math.min(1, CONTEXT.words / Math.max(1, words.size)) ** CONTEXT.length
    for (const [key, word] of words) {
      const weight = Math.min(CONTEXT.most, (terms.get(key)?.weight ?? 0) + recency * share)
      terms.set(key, { word, stem: key, weight, prefix: false })
    }
  }
  return [...terms.values()].toSorted(byWeight).slice(0, CONTEXT.terms)
}

function distinctWords(text: string, known: ReadonlySet<string>): ReadonlyMap<string, string> {
  const words = new Map<string, string>()
  for (const { word } of tokenize(text)) {
    if (STOP_WORDS.has(word) || word.length < 2) continue
    const key = stem(word)
    if (!known.has(key) && !words.has(key)) words.set(key, word)
  }
  return words
}

function byWeight(a: SearchTerm, b: SearchTerm): number {
  return b.weight - a.weight || (a.stem < b.stem ? -1 : 1)
}
