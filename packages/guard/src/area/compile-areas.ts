import { ADDRESSEES } from './addressees.ts'
import { addCues, addFrames } from './add-cues.ts'
import type { Area, Language } from './area.ts'
import { collectHints, type HintSources } from './collect-hints.ts'
import { COMMON_WORDS } from './common-words.ts'
import { DENIALS, FUNCTION_WORDS, LOOSE_WORDS, TURNS, WORDS_LIKE_ACRONYMS } from './function-words.ts'
import {
  collectTerms,
  isOf,
  shapePhrase,
  type StemmedTerm,
  type TermShaping,
  wordsOf,
} from './collect-terms.ts'
import { collectSpellings } from './spellings.ts'
import { buildLanguageTable, type LanguageTable } from './guess-language.ts'
import { addPhrase, createPhraseNode, type PhraseNode, WILDCARD } from './phrase-trie.ts'
import { stemEnglish } from './stem-english.ts'
import { stemFrench } from './stem-french.ts'
import { stemSpanish } from './stem-spanish.ts'
import { TASK_FRAMES } from './task-frames.ts'
import type { TreeEntry, TreeTerm } from './tree-entry.ts'

export interface LanguageTree {
  readonly stem: (word: string) => string
  readonly root: PhraseNode<TreeEntry>
  readonly loose: ReadonlySet<string>
  readonly turns: ReadonlySet<string>
  /** Words that may stand before a request. */
  readonly polite: ReadonlySet<string>
  /** By either of their words. */
  readonly pairs: ReadonlyMap<string, readonly WordPair[]>
  /** Stems that a misspelt word may mean, by what is left without one letter. */
  readonly spellings: ReadonlyMap<string, readonly string[]>
}

/** A phrase of two words, which say much of the same apart from each other: "put down", "put my dog down". */
export interface WordPair {
  readonly other: string
  readonly term: TreeTerm
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
/** Of weaker phrases, and of those with very short words, the words say little apart. */
const LEAST_PAIR = 3
const SHORTEST_IN_PAIR = 3

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
  const pairs = addTerms(root, terms, new Set(LOOSE_WORDS[language].map(stem)))
  for (const [area, { negatives }] of areas.entries())
    for (const { text, language: own } of negatives)
      if (isOf(own, language)) addPhrase(root, shape(text).map(stem), { kind: 'negative', area })
  addHints(root, { areas, terms, language, stem })
  for (const text of DENIALS[language]) {
    const words = wordsOf(text)
    addPhrase(root, words.map(stem), { kind: 'denial', isAround: words.includes(WILDCARD) })
  }
  for (const text of ADDRESSEES[language]) addPhrase(root, wordsOf(text).map(stem), { kind: 'addressee' })
  addCues(root, language, stem)
  addFrames(root, language, stem)
  return {
    stem: STEMMERS[language],
    root,
    loose,
    turns: new Set(TURNS[language]),
    polite: new Set(TASK_FRAMES[language].polite.trim().split(/\s+/)),
    pairs,
    spellings: collectSpellings(terms),
  }
}

function addTerms(
  root: PhraseNode<TreeEntry>,
  terms: readonly ReadonlyMap<string, StemmedTerm>[],
  loose: ReadonlySet<string>,
): ReadonlyMap<string, readonly WordPair[]> {
  const spreads = countSpread(terms)
  const pairs = new Map<string, WordPair[]>()
  for (const [area, own] of terms.entries())
    for (const [key, { words, forms, capitals, weight }] of own) {
      const spread = spreads.get(key) ?? 1
      const size = words.length
      const isHint = false
      const term: TreeTerm = { kind: 'term', area, weight, forms, capitals, key, size, spread, isHint }
      addPhrase(root, words, term)
      // "The will" is one, and "the … will" is none: a loose word belongs to the one behind it.
      if (weight >= LEAST_PAIR && !words.some((word) => loose.has(word))) addPair(pairs, words, term)
    }
  return pairs
}

function addPair(pairs: Map<string, WordPair[]>, words: readonly string[], term: TreeTerm): void {
  const [first = '', second = '', third] = words
  if (third !== undefined || Math.min(first.length, second.length) < SHORTEST_IN_PAIR) return
  for (const [word, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const known = pairs.get(word)
    if (known) known.push({ other, term })
    else pairs.set(word, [{ other, term }])
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
