import type { LanguageTree } from './compile-areas.ts'
import type { TreeTerm } from './tree-entry.ts'

/** A term at its place, from one word to before another. */
export interface FoundTerm {
  readonly entry: TreeTerm
  readonly from: number
  readonly to: number
  /** Its two words stand apart. */
  readonly isApart: boolean
}

/** How far the words of a phrase may stand apart. */
const PAIR_REACH = 6

/** Phrases of two words, in any order, with others between them. */
export function findPairs(
  { pairs }: LanguageTree,
  stems: readonly string[],
  isBreakBefore: (at: number) => boolean,
): readonly FoundTerm[] {
  const found: FoundTerm[] = []
  for (const [from, stem] of stems.entries()) {
    const own = pairs.get(stem)
    if (!own) continue
    const last = Math.min(stems.length - 1, from + PAIR_REACH)
    for (let at = from + 1; at <= last && !isBreakBefore(at); at += 1)
      for (const { other, term } of own)
        if (other === stems[at]) found.push({ entry: term, from, to: at + 1, isApart: true })
  }
  return found
}
