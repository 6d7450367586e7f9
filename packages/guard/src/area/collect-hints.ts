import type { Area, Language } from './area.ts'
import { splitWords } from './split-words.ts'

export interface Hint {
  readonly area: number
  /** Stemmed. */
  readonly word: string
  readonly weight: number
}

export interface HintSources {
  readonly areas: readonly Area[]
  /** By area: the stemmed terms it has already. */
  readonly terms: readonly ReadonlyMap<string, { readonly words: readonly string[] }>[]
  readonly language: Language
  readonly stem: (word: string) => string
  /** Folded words that say nothing. */
  readonly ignored: ReadonlySet<string>
}

/** A word in more areas than this says nothing about any of them. */
const MOST_AREAS = 6
const SHORTEST_WORD = 4
const GUIDANCE_SHARE = 0.5
/** So that no single hint is worth more than a term of weight 2. */
const STRONGEST = 2

/**
 * Words that few areas use in their phrases and guidance. By itself such a word decides nothing; beside a term it
 * tells which of the areas is meant.
 */
export function collectHints(sources: HintSources): readonly Hint[] {
  const ignored = new Set([...sources.ignored].map(sources.stem))
  const counts = sources.areas.map((area, index) => countWords(area, sources, index))
  const areasOf = new Map<string, number>()
  for (const own of counts) for (const word of own.keys()) areasOf.set(word, (areasOf.get(word) ?? 0) + 1)
  return counts.flatMap((own, area) =>
    [...own].flatMap(([word, count]) => {
      const places = areasOf.get(word) ?? 1
      const isTerm = sources.terms[area]?.has(word) ?? false
      if (isTerm || places > MOST_AREAS || ignored.has(word) || word.length < SHORTEST_WORD) return []
      const rarity = 1 - Math.log(places) / Math.log(MOST_AREAS + 1)
      const weight = STRONGEST * rarity * Math.min(1, (1 + Math.log2(count + 1)) / 3)
      return [{ area, word, weight }]
    }),
  )
}

function countWords(area: Area, { terms, language, stem }: HintSources, index: number): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (word: string, count: number): void => {
    counts.set(word, (counts.get(word) ?? 0) + count)
  }
  for (const { words } of terms[index]?.values() ?? []) for (const word of words) add(word, 1)
  const guidance = area.guidance[language] ?? ''
  for (const word of splitWords(guidance).folded) add(stem(word), GUIDANCE_SHARE)
  return counts
}
