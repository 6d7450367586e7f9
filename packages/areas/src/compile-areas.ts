import type { Area, Language, TermLanguage } from './area.ts'
import { type LanguageTable, buildLanguageTable } from './guess-language.ts'
import { type PhraseNode, WILDCARD, addPhrase, createPhraseNode } from './phrase-trie.ts'
import { collectSpellings } from './spellings.ts'
import { splitWords } from './split-words.ts'
import { stemEnglish, stemFrench, stemSpanish } from './stem.ts'
import {
  COMMON_WORDS,
  DENIALS,
  FUNCTION_WORDS,
  LOOSE_WORDS,
  TURNS,
  WORDS_LIKE_ACRONYMS,
} from './words/common.ts'
import { EVERYDAY_WORDS, IDLE_CUES, IDLE_SIGNS, MATTER_CUES, MATTER_SIGNS } from './words/cues.ts'

/** A term of an area in the tree. Areas are named by their place in the list. */
export interface TreeTerm {
  readonly kind: 'term'
  readonly area: number
  /** For forms that the file does not have; 0 where only its own forms count. */
  readonly weight: number
  /** Weights of the forms that the file has, by their folded words. */
  readonly forms: ReadonlyMap<string, number>
  /** Those of the forms that count in capitals only. */
  readonly capitals: ReadonlySet<string>
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
  /** What denies the word inside it: "not a criminal matter"; others deny what is behind them. */
  | { readonly kind: 'denial'; readonly isAround: boolean }
  | {
      readonly kind: 'cue'
      readonly key: string
      readonly of: 'matter' | 'idle'
      readonly strength: number
      /** As they are written, folded. */
      readonly words: readonly string[]
    }

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

/** What a small word that only leans one way is worth beside a cue. */
const SIGN_STRENGTH = 0.3
const EVERYDAY_STRENGTH = 0.6

/** What says whether there is a matter at all. */
export function addCues(
  root: PhraseNode<TreeEntry>,
  language: Language,
  stem: (word: string) => string,
): void {
  const add = (texts: readonly string[], of: 'matter' | 'idle', strength: number): void => {
    for (const text of texts) {
      const words = wordsOf(text)
      const stems = words.map(stem)
      addPhrase(root, stems, { kind: 'cue', key: stems.join(' '), of, strength, words })
    }
  }
  add(MATTER_CUES[language], 'matter', 1)
  add(IDLE_CUES[language], 'idle', 1)
  add(EVERYDAY_WORDS[language], 'idle', EVERYDAY_STRENGTH)
  add(MATTER_SIGNS[language], 'matter', SIGN_STRENGTH)
  add(IDLE_SIGNS[language], 'idle', SIGN_STRENGTH)
}

export interface LanguageTree {
  readonly stem: (word: string) => string
  readonly root: PhraseNode<TreeEntry>
  readonly loose: ReadonlySet<string>
  readonly turns: ReadonlySet<string>
  /** Stems that a misspelt word may mean, by what is left without one letter. */
  readonly spellings: ReadonlyMap<string, readonly string[]>
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
/** Puts the terms of all areas into one tree for each language, stemmed; a tree is made when a text needs it. */
export function compileAreas(areas: readonly Area[]): CompiledAreas {
  const made = new Map<Language, LanguageTree>()
  const treeOf = (language: Language): LanguageTree => {
    const tree = made.get(language) ?? buildTree(language, areas)
    made.set(language, tree)
    return tree
  }
  const trees: CompiledAreas['trees'] = {
    get en() {
      return treeOf('en')
    },
    get fr() {
      return treeOf('fr')
    },
    get es() {
      return treeOf('es')
    },
  }
  return { areas, trees, languageTable: buildLanguageTable() }
}

/** Terms have few different words, which are stemmed once each. */
function stemOnce(stem: (word: string) => string): (word: string) => string {
  const stems = new Map<string, string>()
  return (word) => {
    const known = stems.get(word)
    if (known !== undefined) return known
    const stemmed = stem(word)
    stems.set(word, stemmed)
    return stemmed
  }
}

function buildTree(language: Language, areas: readonly Area[]): LanguageTree {
  const stem = stemOnce(STEMMERS[language])
  const loose = new Set(LOOSE_WORDS[language])
  const root = createPhraseNode<TreeEntry>()
  const shape = (text: string): readonly string[] => shapePhrase(text, loose)
  const ordinary = [...FUNCTION_WORDS[language], ...COMMON_WORDS[language]]
  const shaping: TermShaping = {
    language,
    stem,
    shape,
    ordinary: new Set(ordinary.map(stem)),
    likeAcronyms: new Set([...ordinary, ...WORDS_LIKE_ACRONYMS[language]]),
  }
  const terms = areas.map((area) => collectTerms(area, shaping))
  addTerms(root, terms)
  for (const [area, { negatives }] of areas.entries())
    for (const { text, language: own } of negatives)
      if (isOf(own, language)) addPhrase(root, shape(text).map(stem), { kind: 'negative', area })
  addHints(root, { areas, terms, language, stem })
  for (const text of DENIALS[language]) {
    const words = wordsOf(text)
    addPhrase(root, words.map(stem), { kind: 'denial', isAround: words.includes(WILDCARD) })
  }
  addCues(root, language, stem)
  return {
    stem: STEMMERS[language],
    root,
    loose,
    turns: new Set(TURNS[language]),
    spellings: collectSpellings(terms),
  }
}

function addTerms(root: PhraseNode<TreeEntry>, terms: readonly ReadonlyMap<string, StemmedTerm>[]): void {
  const spreads = countSpread(terms)
  for (const [area, own] of terms.entries())
    for (const [key, { words, forms, capitals, weight }] of own) {
      const spread = spreads.get(key) ?? 1
      const size = words.length
      addPhrase(root, words, {
        kind: 'term',
        area,
        weight,
        forms,
        capitals,
        key,
        size,
        spread,
        isHint: false,
      })
    }
}

function addHints(root: PhraseNode<TreeEntry>, sources: Omit<HintSources, 'ignored'>): void {
  const { language } = sources
  const ignored = new Set([...FUNCTION_WORDS[language], ...LOOSE_WORDS[language], ...COMMON_WORDS[language]])
  const forms = new Map<string, number>()
  const capitals = new Set<string>()
  const alike = { kind: 'term', forms, capitals, size: 1, spread: 1, isHint: true } as const
  for (const { area, word, weight } of collectHints({ ...sources, ignored }))
    addPhrase(root, [word], { ...alike, area, weight, key: `~${word}` })
}

function countSpread(terms: readonly ReadonlyMap<string, unknown>[]): ReadonlyMap<string, number> {
  const spread = new Map<string, number>()
  for (const own of terms) for (const key of own.keys()) spread.set(key, (spread.get(key) ?? 0) + 1)
  return spread
}
