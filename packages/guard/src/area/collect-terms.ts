import type { Area, Language, TermLanguage } from './area.ts'
import { WILDCARD } from './phrase-trie.ts'
import { splitWords } from './split-words.ts'

/** A stem may belong to another word: the benefit office CAF is no café. */
const ACRONYM = /^[\p{Lu}\p{N}&]{2,5}$/u

/** What needs no folding, as most terms do. */
const PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/

/** Terms of one area and language that have the same stems. */
export interface StemmedTerm {
  readonly words: readonly string[]
  readonly forms: Map<string, number>
  readonly capitals: Set<string>
  readonly weight: number
}

export interface TermShaping {
  readonly language: Language
  readonly stem: (word: string) => string
  readonly shape: (text: string) => readonly string[]
  /** Stems of words that say nothing. */
  readonly ordinary: ReadonlySet<string>
  /** Words that an acronym in small letters may be. */
  readonly likeAcronyms: ReadonlySet<string>
}

/**
 * By their stems. Where forms differ in weight, as price and pricing may, others count as the least of them; where the
 * stem is that of an acronym or of an everyday word, as "likes" has, they do not count.
 */
export function collectTerms(area: Area, shaping: TermShaping): Map<string, StemmedTerm> {
  const terms = new Map<string, StemmedTerm>()
  for (const { text, weight, language: own } of area.terms) {
    if (!isOf(own, shaping.language)) continue
    const folded = shaping.shape(text)
    if (folded.length === 0 || folded[0] === WILDCARD) continue
    const words = folded.map(shaping.stem)
    const key = words.join(' ')
    const known = terms.get(key)
    const forms = known?.forms ?? new Map<string, number>()
    const capitals = known?.capitals ?? new Set<string>()
    const form = folded.join(' ')
    forms.set(form, Math.max(weight, forms.get(form) ?? 0))
    const isAcronym = ACRONYM.test(text)
    if (isAcronym && shaping.likeAcronyms.has(form)) capitals.add(form)
    const others = isAcronym || shaping.ordinary.has(key) ? 0 : weight
    terms.set(key, { words, forms, capitals, weight: known ? Math.min(known.weight, others) : others })
  }
  return terms
}

/** Whether a term of one language is looked for in another. */
export function isOf(own: TermLanguage, language: Language): boolean {
  return own === 'any' || own === language
}

/** The words of a term without the loose ones inside, where two others are left. */
export function shapePhrase(text: string, loose: ReadonlySet<string>): readonly string[] {
  const all = wordsOf(text)
  const firm = all.filter((word) => !loose.has(word))
  return firm.filter((word) => word !== WILDCARD).length < 2 ? all : firm
}

/** The words of a term, in which a lone `*` is a wildcard. */
export function wordsOf(text: string): readonly string[] {
  if (PLAIN.test(text)) return text.split(' ')
  if (!text.includes(WILDCARD)) return splitWords(text).folded
  return text
    .split(/(?:^|\s)\*(?=\s|$)/u)
    .flatMap((part, index) => [...(index === 0 ? [] : [WILDCARD]), ...splitWords(part).folded])
}
