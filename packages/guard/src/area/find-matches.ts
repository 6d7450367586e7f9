import { LANGUAGES, type Language } from './area.ts'
import type { CompiledAreas, LanguageTree, TreeEntry, TreeTerm } from './compile-areas.ts'
import type { LanguageGuess } from './guess-language.ts'
import { walkPhrases } from './phrase-trie.ts'
import { findPairs, type FoundTerm } from './find-pairs.ts'
import { correctSpelling } from './spellings.ts'
import type { Words } from './split-words.ts'

/** A term of an area in the text, from one word to before another. */
export interface TermMatch {
  readonly area: number
  readonly key: string
  readonly weight: number
  readonly size: number
  /** In how many areas the term stands. */
  readonly spread: number
  readonly isHint: boolean
  readonly from: number
  readonly to: number
  /** The text says that this is not its matter. */
  readonly denied: boolean
  /** Below 1 where the term is of another language than most of the text. */
  readonly affinity: number
  /** Its two words stand apart. */
  readonly isApart: boolean
}

interface Span {
  readonly from: number
  readonly to: number
}

type AreaSpan = Span & { readonly area: number }

/** With a clear language, another one is looked at only where it has this share. */
const LEAST_SHARE = 0.35
const FOREIGN_AFFINITY = 0.6
/** How far a denial reaches, in words. */
const DENIAL_REACH = 8
/** What is left of a phrase whose words stand apart. */
const APART = 0.6
/** A term that stands more often says no more. */
const MOST_TIMES = 16
/** A longer text has some word of every area. */
const MOST_WORDS_WITH_HINTS = 1_000
/** Letters of a word whose other forms are taken for it as well. */
const STEM_IS_SURE = 8
const SMALL = /\p{Ll}/u
const SENTENCE_END = /[.!?;:…](?:\s|$)|\n\s*\n/
const CLAUSE_END = /[.!?;:,…()\n—–]/

export interface Findings {
  /** Without those that a negative covers. */
  readonly terms: readonly TermMatch[]
  /** How strongly different cues together say that something is to be settled, and that nothing is. */
  readonly matter: number
  readonly idle: number
}

/** What there is in a text: terms of areas, and cues. */
export function findMatches(
  { trees }: CompiledAreas,
  { text, words, guess }: { readonly text: string; readonly words: Words; readonly guess: LanguageGuess },
): Findings {
  const all = LANGUAGES.flatMap((language) => {
    const affinity = affinityOf(language, guess)
    return affinity > 0 ? findingsIn(trees[language], { text, words, affinity }) : []
  })
  return {
    terms: all.flatMap(({ terms }) => terms),
    matter: Math.max(0, ...all.map(({ matter }) => matter)),
    idle: Math.max(0, ...all.map(({ idle }) => idle)),
  }
}

function affinityOf(language: Language, { language: clear, shares }: LanguageGuess): number {
  if (clear === undefined || clear === language) return 1
  return shares[language] >= LEAST_SHARE ? FOREIGN_AFFINITY : 0
}

interface Search {
  readonly text: string
  readonly words: Words
  readonly affinity: number
}

function findingsIn(tree: LanguageTree, { text, words, affinity }: Search): Findings {
  const cues = { matter: new Map<string, number>(), idle: new Map<string, number>() }
  const terms: FoundTerm[] = []
  const stems = stemAll(tree, words)
  const seen = new Map<TreeTerm, number>()
  const isLong = words.folded.length > MOST_WORDS_WITH_HINTS
  const negatives: AreaSpan[] = []
  const denials: Span[] = []
  const gap = (at: number): string => text.slice(words.ends[at - 1] ?? 0, words.starts[at] ?? 0)
  walkPhrases<TreeEntry>({
    root: tree.root,
    stems,
    isLoose: (at) => tree.loose.has(words.folded[at] ?? ''),
    isBreak: (at) => isBreak(gap(at), SENTENCE_END),
    found: ({ entry, from, to }) => {
      switch (entry.kind) {
        case 'term': {
          const times = seen.get(entry) ?? 0
          seen.set(entry, times + 1)
          if (times < MOST_TIMES && !(isLong && entry.isHint)) terms.push({ entry, from, to, isApart: false })
          return
        }
        case 'negative':
          negatives.push({ area: entry.area, from, to })
          return
        case 'denial':
          denials.push(entry.isAround ? { from, to } : { from: to, to: denialEnd(tree, words, to, gap) })
          return
        case 'cue':
          if (isAsWritten(entry.words, words.folded.slice(from, to)))
            cues[entry.of].set(entry.key, entry.strength)
          return
        default:
          entry satisfies never
      }
    },
  })
  const isTakenAway = coveredBy(negatives, words.folded.length)
  const isDenied = coveredBy(
    denials.map((span) => ({ ...span, area: 0 })),
    words.folded.length,
  )
  if (!isLong) terms.push(...findPairs(tree, stems, (at) => isBreak(gap(at), SENTENCE_END)))
  const counted = terms.flatMap(({ entry, from, to, isApart }) => {
    const { area, key, size, spread, isHint } = entry
    const place = { text, words, loose: tree.loose, from, to }
    const weight = isApart ? entry.weight * APART : weightOf(entry, place)
    if (weight === 0 || isTakenAway({ area, from, to })) return []
    const denied = isDenied({ area: 0, from, to })
    return { area, key, weight, size, spread, isHint, from, to, affinity, denied, isApart }
  })
  return { terms: counted, matter: sum(cues.matter.values()), idle: sum(cues.idle.values()) }
}

function sum(strengths: Iterable<number>): number {
  let total = 0
  for (const strength of strengths) total += strength
  return total
}

/** A short stem belongs to other words too: "leaves" fall, and "leave" is taken; French "danser" is no "dans". */
function isAsWritten(cue: readonly string[], found: readonly string[]): boolean {
  return cue.every((word, at) => {
    const other = found[at] ?? ''
    return word === other || word.length >= STEM_IS_SURE || `${word}s` === other || word === `${other}s`
  })
}

interface Place extends Span {
  readonly text: string
  readonly words: Words
  readonly loose: ReadonlySet<string>
}

/** Of the very form that stands in the text, where the file has it. */
function weightOf({ forms, capitals, weight }: TreeTerm, { text, words, loose, from, to }: Place): number {
  if (forms.size === 0) return weight
  if (to - from === 1) {
    const word = words.folded[from] ?? ''
    if (capitals.has(word) && SMALL.test(text.slice(words.starts[from], words.ends[from]))) return 0
    return forms.get(word) ?? weight
  }
  const all = words.folded.slice(from, to)
  return forms.get(all.join(' ')) ?? forms.get(all.filter((word) => !loose.has(word)).join(' ')) ?? weight
}

/** Every word is stemmed once, however often it stands; misspelt terms are put right in short texts. */
function stemAll({ stem, root, spellings }: LanguageTree, { folded }: Words): readonly string[] {
  const known = new Map<string, string>()
  const isShort = folded.length <= MOST_WORDS_WITH_HINTS
  return folded.map((word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    const stemmed = stem(word)
    const isKnown = !isShort || root.next.has(stemmed)
    const right = isKnown ? stemmed : (correctSpelling(spellings, stemmed) ?? stemmed)
    known.set(word, right)
    return right
  })
}

/** A long gap is no place for a phrase, whatever it consists of. */
function isBreak(gap: string, end: RegExp): boolean {
  return gap.length > 1 && (gap.length > 40 || end.test(gap))
}

function denialEnd(tree: LanguageTree, words: Words, from: number, gap: (at: number) => string): number {
  const last = Math.min(words.folded.length, from + DENIAL_REACH)
  for (let at = from; at < last; at += 1)
    if ((at > from && CLAUSE_END.test(gap(at))) || tree.turns.has(words.folded[at] ?? '')) return at
  return last
}

/** Tells whether all words of a span lie in spans of the same area; spans come in order of their starts. */
function coveredBy(spans: readonly AreaSpan[], length: number): (span: AreaSpan) => boolean {
  if (spans.length === 0) return () => false
  const marks = new Map<number, Uint8Array>()
  for (const { area, from, to } of spans) {
    const marked = marks.get(area) ?? new Uint8Array(length)
    marks.set(area, marked.fill(1, from, to))
  }
  return ({ area, from, to }) => {
    const marked = marks.get(area)
    return marked !== undefined && marked.subarray(from, to).every((mark) => mark === 1)
  }
}
