import { type Area, type Language, type TermLanguage } from './area.ts'
import { DENIALS, LOOSE_WORDS, TURNS } from './function-words.ts'
import { buildLanguageTable, type LanguageTable } from './guess-language.ts'
import { addPhrase, createPhraseNode, type PhraseNode, WILDCARD } from './phrase-trie.ts'
import { splitWords } from './split-words.ts'
import { stemEnglish } from './stem-english.ts'
import { stemFrench } from './stem-french.ts'
import { stemSpanish } from './stem-spanish.ts'

/** What a phrase in the tree stands for. Areas are named by their place in the list. */
export type TreeEntry =
  | {
      readonly kind: 'term'
      readonly area: number
      readonly weight: number
      /** Distinguishes terms that count once each. */
      readonly key: string
      /** Words that are not loose. */
      readonly size: number
    }
  | { readonly kind: 'negative'; readonly area: number }
  | { readonly kind: 'denial' }

export interface LanguageTree {
  readonly stem: (word: string) => string
  readonly root: PhraseNode<TreeEntry>
  readonly loose: ReadonlySet<string>
  readonly turns: ReadonlySet<string>
  /** By stemmed term: in how many areas it stands. */
  readonly spread: ReadonlyMap<string, number>
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
  const areasOf = new Map<string, Set<number>>()
  const shape = (text: string): readonly string[] => shapePhrase(text, loose).map(stem)
  for (const [index, area] of areas.entries()) {
    for (const { text, weight, language: own } of area.terms) {
      if (!isOf(own, language)) continue
      const words = shape(text)
      const key = words.join(' ')
      if (words.length === 0 || words[0] === WILDCARD) continue
      addPhrase(root, words, { kind: 'term', area: index, weight, key, size: words.length })
      areasOf.set(key, (areasOf.get(key) ?? new Set()).add(index))
    }
    for (const { text, language: own } of area.negatives)
      if (isOf(own, language)) addPhrase(root, shape(text), { kind: 'negative', area: index })
  }
  for (const text of DENIALS[language]) addPhrase(root, wordsOf(text).map(stem), { kind: 'denial' })
  const spread = new Map([...areasOf].map(([key, places]) => [key, places.size]))
  return { stem, root, loose, turns: new Set(TURNS[language]), spread }
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
