import type { Area, Language, TermLanguage } from './area.ts'
import { collectHints, type HintSources } from './collect-hints.ts'
import { COMMON_WORDS } from './common-words.ts'
import { DENIALS, FUNCTION_WORDS, LOOSE_WORDS, TURNS } from './function-words.ts'
import { buildLanguageTable, type LanguageTable } from './guess-language.ts'
import { addPhrase, createPhraseNode, type PhraseNode, WILDCARD } from './phrase-trie.ts'
import { splitWords } from './split-words.ts'
import { stemEnglish } from './stem-english.ts'
import { stemFrench } from './stem-french.ts'
import { stemSpanish } from './stem-spanish.ts'
import { IDLE_CUES, MATTER_CUES } from './topic-cues.ts'

/** A term of an area in the tree. Areas are named by their place in the list. */
export interface TreeTerm {
  readonly kind: 'term'
  readonly area: number
  /** For forms that the file does not have; 0 where only its own forms count. */
  readonly weight: number
  /** Weights of the forms that the file has, by their folded words. */
  readonly forms: ReadonlyMap<string, number>
  /** Distinguishes terms that count once each. */
  readonly key: string
  /** Words that are not loose. */
  readonly size: number
  /** In how many areas it stands. */
  readonly spread: number
  /** Not a term of its own, but a word that the area's phrases and guidance use. */
  readonly isHint: boolean
}

export type TreeEntry =
  | TreeTerm
  | { readonly kind: 'negative'; readonly area: number }
  | { readonly kind: 'denial' }
  | { readonly kind: 'cue'; readonly key: string; readonly of: 'matter' | 'idle' }

export interface LanguageTree {
  readonly stem: (word: string) => string
  readonly root: PhraseNode<TreeEntry>
  readonly loose: ReadonlySet<string>
  readonly turns: ReadonlySet<string>
}

/** Areas made ready for detection; make it once and use it for every text. */
export interface CompiledAreas {
  readonly areas: readonly Area[]
  readonly trees: Readonly<Record<Language, LanguageTree>>
  readonly languageTable: LanguageTable
}

const STEMMERS: Readonly<Record<Language, (word: string) => string>> = {
  en: stemEnglish,
  fr: stemFrench,
  es: stemSpanish,
}
/** A stem may belong to another word: the benefit office CAF is no café. */
const ACRONYM = /^[\p{Lu}\p{N}&]{2,5}$/u

/** Puts the terms of all areas into one tree for each language, stemmed. */
export function compileAreas(areas: readonly Area[]): CompiledAreas {
  return {
    areas,
    trees: { en: buildTree('en', areas), fr: buildTree('fr', areas), es: buildTree('es', areas) },
    languageTable: buildLanguageTable(),
  }
}

function buildTree(language: Language, areas: readonly Area[]): LanguageTree {
  const stem = STEMMERS[language]
  const loose = new Set(LOOSE_WORDS[language])
  const root = createPhraseNode<TreeEntry>()
  const shape = (text: string): readonly string[] => shapePhrase(text, loose)
  const terms = areas.map((area) => collectTerms(area, { language, stem, shape }))
  addTerms(root, terms)
  for (const [area, { negatives }] of areas.entries())
    for (const { text, language: own } of negatives)
      if (isOf(own, language)) addPhrase(root, shape(text).map(stem), { kind: 'negative', area })
  addHints(root, { areas, terms, language, stem })
  for (const text of DENIALS[language]) addPhrase(root, wordsOf(text).map(stem), { kind: 'denial' })
  addCues(root, language, stem)
  return { stem, root, loose, turns: new Set(TURNS[language]) }
}

function addTerms(root: PhraseNode<TreeEntry>, terms: readonly ReadonlyMap<string, StemmedTerm>[]): void {
  const spreads = countSpread(terms)
  for (const [area, own] of terms.entries())
    for (const [key, { words, forms, weight }] of own) {
      const spread = spreads.get(key) ?? 1
      const size = words.length
      addPhrase(root, words, { kind: 'term', area, weight, forms, key, size, spread, isHint: false })
    }
}

function addHints(root: PhraseNode<TreeEntry>, sources: Omit<HintSources, 'ignored'>): void {
  const { language } = sources
  const ignored = new Set([...FUNCTION_WORDS[language], ...LOOSE_WORDS[language], ...COMMON_WORDS[language]])
  const alike = { kind: 'term', forms: new Map<string, number>(), size: 1, spread: 1, isHint: true } as const
  for (const { area, word, weight } of collectHints({ ...sources, ignored }))
    addPhrase(root, [word], { ...alike, area, weight, key: `~${word}` })
}

function addCues(root: PhraseNode<TreeEntry>, language: Language, stem: (word: string) => string): void {
  const add = (text: string, of: 'matter' | 'idle'): void => {
    const words = wordsOf(text).map(stem)
    addPhrase(root, words, { kind: 'cue', key: words.join(' '), of })
  }
  for (const text of MATTER_CUES[language]) add(text, 'matter')
  for (const text of IDLE_CUES[language]) add(text, 'idle')
}

/** Terms of one area and language that have the same stems. */
export interface StemmedTerm {
  readonly words: readonly string[]
  readonly forms: Map<string, number>
  readonly weight: number
}

interface TermShaping {
  readonly language: Language
  readonly stem: (word: string) => string
  readonly shape: (text: string) => readonly string[]
}

/** By their stems. Where forms differ in weight, as price and pricing may, others count as the least of them. */
function collectTerms(area: Area, { language, stem, shape }: TermShaping): Map<string, StemmedTerm> {
  const terms = new Map<string, StemmedTerm>()
  for (const { text, weight, language: own } of area.terms) {
    const folded = shape(text)
    if (!isOf(own, language) || folded.length === 0 || folded[0] === WILDCARD) continue
    const words = folded.map(stem)
    const key = words.join(' ')
    const known = terms.get(key)
    const forms = known?.forms ?? new Map<string, number>()
    const form = folded.join(' ')
    forms.set(form, Math.max(weight, forms.get(form) ?? 0))
    const others = ACRONYM.test(text) ? 0 : weight
    terms.set(key, { words, forms, weight: known ? Math.min(known.weight, others) : others })
  }
  return terms
}

function countSpread(terms: readonly ReadonlyMap<string, unknown>[]): ReadonlyMap<string, number> {
  const spread = new Map<string, number>()
  for (const own of terms) for (const key of own.keys()) spread.set(key, (spread.get(key) ?? 0) + 1)
  return spread
}

function isOf(own: TermLanguage, language: Language): boolean {
  return own === 'any' || own === language
}

/** The words of a term without the loose ones inside, where two others are left. */
function shapePhrase(text: string, loose: ReadonlySet<string>): readonly string[] {
  const all = wordsOf(text)
  const firm = all.filter((word) => !loose.has(word))
  return firm.filter((word) => word !== WILDCARD).length < 2 ? all : firm
}

/** The words of a term, in which a lone `*` is a wildcard. */
function wordsOf(text: string): readonly string[] {
  return text
    .split(/(?:^|\s)\*(?=\s|$)/u)
    .flatMap((part, index) => [...(index === 0 ? [] : [WILDCARD]), ...splitWords(part).folded])
}
