import { LANGUAGES, type Language } from './area.ts'
import type { CompiledAreas, LanguageTree, TreeEntry, TreeTerm } from './compile-areas.ts'
import type { LanguageGuess } from './guess-language.ts'
import { walkPhrases } from './phrase-trie.ts'
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
}

/** A word in a longer phrase of an area is no small talk: who was hurt in a museum has a matter. */
function outsidePhrases(
  cues: readonly FoundCue[],
  terms: readonly FoundTerm[],
  length: number,
): readonly FoundCue[] {
  if (cues.length === 0) return cues
  const longest = new Uint8Array(length)
  for (const { entry, from, to } of terms)
    if (!entry.isHint)
      for (let at = from; at < to; at += 1) longest[at] = Math.max(longest[at] ?? 0, to - from)
  return cues.filter(({ from, to }) => longest.subarray(from, to).some((size) => size <= to - from))
}

/** Of different cues together. */
export function strengthOf(cues: readonly FoundCue[]): number {
  const strengths = new Map<string, number>()
  for (const { key, strength } of cues) strengths.set(key, Math.max(strength, strengths.get(key) ?? 0))
  let total = 0
  for (const strength of strengths.values()) total += strength
  return total
}

export interface Span {
  readonly from: number
  readonly to: number
}

export type AreaSpan = Span & { readonly area: number }

/** The words of a text with what stands between them. */
export interface Passage {
  readonly words: Words
  readonly stems: readonly string[]
  /** A long text has some word of every area, and more than one request. */
  readonly isLong: boolean
  readonly isSentenceStart: (at: number) => boolean
  readonly isClauseStart: (at: number) => boolean
}

/** A term at its place. */
export interface FoundTerm extends Span {
  readonly entry: TreeTerm
}

export interface FoundCue extends Span {
  readonly key: string
  readonly strength: number
}

/** What the tree has for a text, place by place. */
export interface Collected {
  readonly terms: FoundTerm[]
  readonly negatives: AreaSpan[]
  readonly denials: Span[]
  readonly matter: FoundCue[]
  readonly idle: FoundCue[]
}

/** How far a denial reaches, in words. */
const DENIAL_REACH = 8
/** A term that stands more often says no more. */
const MOST_TIMES = 16

export function collectEntries(tree: LanguageTree, passage: Passage): Collected {
  const { words, stems, isLong } = passage
  const all: Collected = {
    terms: [],
    negatives: [],
    denials: [],
    matter: [],
    idle: [],
  }
  const seen = new Map<TreeTerm, number>()
  const found = ({ entry, from, to }: Span & { readonly entry: TreeEntry }): void => {
    switch (entry.kind) {
      case 'term': {
        const times = seen.get(entry) ?? 0
        seen.set(entry, times + 1)
        if (times < MOST_TIMES && !(isLong && entry.isHint)) all.terms.push({ entry, from, to })
        return
      }
      case 'negative':
        all.negatives.push({ area: entry.area, from, to })
        return
      case 'denial':
        all.denials.push(entry.isAround ? { from, to } : { from: to, to: denialEnd(tree, passage, to) })
        return
      case 'cue':
        if (isAsWritten(entry.words, words.folded, from))
          all[entry.of].push({ key: entry.key, strength: entry.strength, from, to })
        return
      default:
        entry satisfies never
    }
  }
  const isLoose = (at: number): boolean => tree.loose.has(words.folded[at] ?? '')
  walkPhrases<TreeEntry>({ root: tree.root, stems, isLoose, isBreak: passage.isSentenceStart, found })
  return all
}

/** A stem belongs to other words too: "leaves" fall, and "leave" is taken; French "danser" is no "dans". */
function isAsWritten(cue: readonly string[], folded: readonly string[], from: number): boolean {
  return cue.every((word, at) => {
    const other = folded[from + at] ?? ''
    return word === other || `${word}s` === other || word === `${other}s`
  })
}

function denialEnd(tree: LanguageTree, { words, isClauseStart }: Passage, from: number): number {
  const last = Math.min(words.folded.length, from + DENIAL_REACH)
  for (let at = from; at < last; at += 1)
    if ((at > from && isClauseStart(at)) || tree.turns.has(words.folded[at] ?? '')) return at
  return last
}

/** With a clear language, another one is looked at only where it has this share. */
const LEAST_SHARE = 0.35
const FOREIGN_AFFINITY = 0.6
/** A longer text has some word of every area. */
const MOST_WORDS_WITH_HINTS = 1_000
/** Who has a matter to settle asks or tells, and seldom cheers. */
const EXCLAMATION = /!(?:\s|$)/
const QUESTION = /[?¿]/
const EXCLAMATION_STRENGTH = 0.5
const SMALL = /\p{Ll}/u
const SENTENCE_END = /[.!?;:…](?:\s|$)|\n\s*\n/
const CLAUSE_END = /[.!?;:,…()\n—–]/

export interface Findings {
  /** Without those that a negative covers. */
  readonly terms: readonly TermMatch[]
  /** How strongly different cues together say that something is to be settled, and that nothing is. */
  readonly matter: number
  readonly idle: number
  /** Nothing is asked. */
  readonly isStatement: boolean
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
  const readings = all.map(({ terms }) => terms)
  return {
    terms: readings.flat(),
    matter: Math.max(0, ...all.map(({ matter }) => matter)),
    idle: Math.max(0, ...all.map(({ idle }) => idle)),
    isStatement: !QUESTION.test(text),
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

function findingsIn(tree: LanguageTree, { text, words, affinity }: Search): Omit<Findings, 'isStatement'> {
  const passage = readPassage(tree, text, words)
  const { terms, negatives, denials, matter, idle } = collectEntries(tree, passage)
  const length = words.folded.length
  const isTakenAway = coveredBy(negatives, length, (at) => tree.loose.has(words.folded[at] ?? ''))
  const isDenied = coveredBy(denials.map(anyArea), length)
  const counted = terms.flatMap(({ entry, from, to }) => {
    const { area, key, size, spread, isHint } = entry
    const place = { text, words, loose: tree.loose, from, to }
    const weight = weightOf(entry, place)
    if (weight === 0 || isTakenAway({ area, from, to })) return []
    const denied = isDenied(anyArea({ from, to }))
    return { area, key, weight, size, spread, isHint, from, to, affinity, denied }
  })
  return {
    terms: counted,
    matter: strengthOf(matter),
    idle:
      strengthOf(outsidePhrases(idle, terms, length)) + (EXCLAMATION.test(text) ? EXCLAMATION_STRENGTH : 0),
  }
}

function anyArea({ from, to }: Span): AreaSpan {
  return { from, to, area: 0 }
}

function readPassage(tree: LanguageTree, text: string, words: Words): Passage {
  const gap = (at: number): string => text.slice(words.ends[at - 1] ?? 0, words.starts[at] ?? 0)
  return {
    words,
    stems: stemAll(tree, words),
    isLong: words.folded.length > MOST_WORDS_WITH_HINTS,
    isSentenceStart: (at) => isBreak(gap(at), SENTENCE_END),
    isClauseStart: (at) => CLAUSE_END.test(gap(at)),
  }
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
    const isKnown = !isShort || (root.next?.has(stemmed) ?? false)
    const right = isKnown ? stemmed : (correctSpelling(spellings, stemmed) ?? stemmed)
    known.set(word, right)
    return right
  })
}

/** A long gap is no place for a phrase, whatever it consists of. */
function isBreak(gap: string, end: RegExp): boolean {
  return gap.length > 1 && (gap.length > 40 || end.test(gap))
}

/**
 * Tells whether all words of a span lie in spans of the same area, but for loose ones: "will to live" covers "my
 * will". Spans come in order of their starts.
 */
function coveredBy(
  spans: readonly AreaSpan[],
  length: number,
  isLoose: (at: number) => boolean = () => false,
): (span: AreaSpan) => boolean {
  if (spans.length === 0) return () => false
  const marks = new Map<number, Uint8Array>()
  for (const { area, from, to } of spans) {
    const marked = marks.get(area) ?? new Uint8Array(length)
    marks.set(area, marked.fill(1, from, to))
  }
  return ({ area, from, to }) => {
    const marked = marks.get(area)
    if (!marked) return false
    const inside = marked.subarray(from, to)
    return inside.includes(1) && inside.every((mark, at) => mark === 1 || isLoose(from + at))
  }
}
