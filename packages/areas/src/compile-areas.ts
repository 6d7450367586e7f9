import type { Area, Language, TermLanguage } from './area.ts'
import { type LanguageTable, buildLanguageTable } from './guess-language.ts'
import { type PhraseNode, WILDCARD, addPhrase, createPhraseNode } from './phrase-trie.ts'
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

/** Areas made ready for detection; make it once and use it for every text. */
export interface CompiledAreas {
  readonly areas: readonly Area[]
  /** Made when a text needs it. */
  readonly treeOf: (language: Language) => LanguageTree
  readonly languageTable: LanguageTable
}

export interface LanguageTree {
  readonly stem: (word: string) => string
  readonly root: PhraseNode<TreeEntry>
  /** Words that come and go inside a phrase. */
  readonly loose: ReadonlySet<string>
  /** Words at which a denial ends. */
  readonly turns: ReadonlySet<string>
}

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
  /** Not a term, but a word from the area's phrases and guidance. */
  readonly isHint: boolean
}

export type TreeEntry =
  | TreeTerm
  | { readonly kind: 'negative'; readonly area: number }
  /** Denies what is behind it: "this is not about …". */
  | { readonly kind: 'denial' }
  | {
      readonly kind: 'cue'
      readonly key: string
      readonly of: 'matter' | 'idle'
      readonly strength: number
      /** As they are written, folded. */
      readonly words: readonly string[]
    }

const STEMMERS: Readonly<Record<Language, (word: string) => string>> = {
  en: stemEnglish,
  fr: stemFrench,
  es: stemSpanish,
}

/** Puts the terms of all areas into one tree for each language, stemmed. */
export function compileAreas(areas: readonly Area[]): CompiledAreas {
  const made = new Map<Language, LanguageTree>()
  const treeOf = (language: Language): LanguageTree => {
    const tree = made.get(language) ?? buildTree(language, areas)
    made.set(language, tree)
    return tree
  }
  return { areas, treeOf, languageTable: buildLanguageTable() }
}

function buildTree(language: Language, areas: readonly Area[]): LanguageTree {
  const stem = stemOnce(STEMMERS[language])
  const loose = new Set(LOOSE_WORDS[language])
  const root = createPhraseNode<TreeEntry>()
  const ordinary = [...FUNCTION_WORDS[language], ...COMMON_WORDS[language]]
  const reading: Reading = {
    language,
    stem,
    shape: (text) => shapePhrase(text, loose),
    ordinary: new Set(ordinary.map(stem)),
    likeAcronyms: new Set([...ordinary, ...WORDS_LIKE_ACRONYMS[language]]),
  }
  const terms = areas.map((area) => collectTerms(area, reading))
  for (const [area, own] of terms.entries())
    for (const [key, { words, ...term }] of own)
      addPhrase(root, words, { kind: 'term', area, ...term, key, size: words.length, isHint: false })
  for (const [area, { negatives }] of areas.entries())
    for (const { text, language: own } of negatives)
      if (isOf(own, language)) addPhrase(root, reading.shape(text).map(stem), { kind: 'negative', area })
  const ignored = new Set([...ordinary, ...loose].map(stem))
  const alike = {
    kind: 'term',
    forms: new Map<string, number>(),
    capitals: new Set<string>(),
    size: 1,
    isHint: true,
  } as const
  for (const { area, word, weight } of findHints(areas, terms, reading))
    if (!ignored.has(word)) addPhrase(root, [word], { ...alike, area, weight, key: `~${word}` })
  for (const text of DENIALS[language]) addPhrase(root, wordsOf(text).map(stem), { kind: 'denial' })
  addCues(root, language, stem)
  return { stem: STEMMERS[language], root, loose, turns: new Set(TURNS[language]) }
}

/** Terms have few different words, which are stemmed once each. */
function stemOnce(stem: (word: string) => string): (word: string) => string {
  const stems = new Map<string, string>()
  return (word) => {
    const stemmed = stems.get(word) ?? stem(word)
    stems.set(word, stemmed)
    return stemmed
  }
}

/** How the terms of a language are read. */
interface Reading {
  readonly language: Language
  readonly stem: (word: string) => string
  readonly shape: (text: string) => readonly string[]
  /** Stems of words that say nothing. */
  readonly ordinary: ReadonlySet<string>
  /** Words that an acronym in small letters may be. */
  readonly likeAcronyms: ReadonlySet<string>
}

/** Terms of one area and language that have the same stems. */
interface StemmedTerm extends Pick<TreeTerm, 'weight'> {
  readonly words: readonly string[]
  readonly forms: Map<string, number>
  readonly capitals: Set<string>
}

/** A stem may belong to another word: the benefit office CAF is no café. */
const ACRONYM = /^[\p{Lu}\p{N}&]{2,5}$/u

/**
 * By their stems. Where forms differ in weight, as price and pricing may, others count as the least of them; where the
 * stem is that of an acronym or of an everyday word, as "likes" has, they do not count.
 */
function collectTerms(area: Area, reading: Reading): Map<string, StemmedTerm> {
  const terms = new Map<string, StemmedTerm>()
  for (const { text, weight, language: own } of area.terms) {
    if (!isOf(own, reading.language)) continue
    const folded = reading.shape(text)
    if (folded.length === 0 || folded[0] === WILDCARD) continue
    const words = folded.map(reading.stem)
    const key = words.join(' ')
    const known = terms.get(key)
    const { forms, capitals } = known ?? { forms: new Map<string, number>(), capitals: new Set<string>() }
    const form = folded.join(' ')
    forms.set(form, Math.max(weight, forms.get(form) ?? 0))
    const isAcronym = ACRONYM.test(text)
    if (isAcronym && reading.likeAcronyms.has(form)) capitals.add(form)
    const others = isAcronym || reading.ordinary.has(key) ? 0 : weight
    terms.set(key, { words, forms, capitals, weight: Math.min(others, known?.weight ?? others) })
  }
  return terms
}

/** Whether a term of one language is looked for in another. */
function isOf(own: TermLanguage, language: Language): boolean {
  return own === 'any' || own === language
}

/** The words of a term without the loose ones inside, where two others are left. */
function shapePhrase(text: string, loose: ReadonlySet<string>): readonly string[] {
  const all = wordsOf(text)
  const firm = all.filter((word) => !loose.has(word))
  return firm.filter((word) => word !== WILDCARD).length < 2 ? all : firm
}

/** What needs no folding, as most terms do. */
const PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/

/** The words of a term, in which a lone `*` is a wildcard. */
function wordsOf(text: string): readonly string[] {
  if (PLAIN.test(text)) return text.split(' ')
  return text
    .split(/(?:^|\s)\*(?=\s|$)/u)
    .flatMap((part, index) => [...(index === 0 ? [] : [WILDCARD]), ...splitWords(part).folded])
}

/** A word in more areas than this says nothing about any of them. */
const MOST_AREAS = 6
const SHORTEST_HINT = 4
const GUIDANCE_SHARE = 0.5
/** So that no single hint is worth more than a term of weight 2. */
const STRONGEST_HINT = 2

interface Hint {
  readonly area: number
  /** Stemmed. */
  readonly word: string
  readonly weight: number
}

/**
 * Words that few areas use in their phrases and guidance. By itself such a word decides nothing; beside a term it
 * tells which of the areas is meant.
 */
function findHints(
  areas: readonly Area[],
  terms: readonly ReadonlyMap<string, StemmedTerm>[],
  { language, stem }: Reading,
): readonly Hint[] {
  const counts = areas.map((area, index) => {
    const own = new Map<string, number>()
    const add = (word: string, count: number): unknown => own.set(word, (own.get(word) ?? 0) + count)
    for (const { words } of terms[index]?.values() ?? []) for (const word of words) add(word, 1)
    for (const word of splitWords(area.guidance[language] ?? '').folded) add(stem(word), GUIDANCE_SHARE)
    return own
  })
  const areasOf = Map.groupBy(
    counts.flatMap((own) => [...own.keys()]),
    (word) => word,
  )
  return counts.flatMap((own, area) =>
    [...own].flatMap(([word, count]): readonly Hint[] => {
      const places = areasOf.get(word)?.length ?? 1
      if (terms[area]?.has(word) || places > MOST_AREAS || word.length < SHORTEST_HINT) return []
      const rarity = 1 - Math.log(places) / Math.log(MOST_AREAS + 1)
      return [{ area, word, weight: STRONGEST_HINT * rarity * Math.min(1, (1 + Math.log2(count + 1)) / 3) }]
    }),
  )
}

/** What a small word that only leans one way is worth beside a cue. */
const SIGN_STRENGTH = 0.3
const EVERYDAY_STRENGTH = 0.6

/** What says whether there is a matter at all. */
function addCues(root: PhraseNode<TreeEntry>, language: Language, stem: (word: string) => string): void {
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
