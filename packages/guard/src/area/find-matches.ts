import { LANGUAGES, type Language } from './area.ts'
import { type AreaSpan, collectEntries, type Passage, type Span } from './collect-entries.ts'
import type { CompiledAreas, LanguageTree } from './compile-areas.ts'
import type { TreeTerm } from './tree-entry.ts'
import type { LanguageGuess } from './guess-language.ts'
import { countFrames } from './find-frames.ts'
import { findPairs } from './find-pairs.ts'
import { settleLanguages } from './settle-languages.ts'
import { correctSpelling } from './spellings.ts'
import type { Words } from './split-words.ts'
import { besideTerms, outsidePhrases, strengthOf } from './weigh-cues.ts'
import type { TermMatch } from './term-match.ts'

/** With a clear language, another one is looked at only where it has this share. */
const LEAST_SHARE = 0.35
const FOREIGN_AFFINITY = 0.6
/** What is left of a phrase whose words stand apart. */
const APART = 0.6
/** What is left of a term that only says to whom something is written. */
const ADDRESSED = 0.8
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
  /** How many different requests take what they are about as material only. */
  readonly frames: number
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
    terms: guess.language ? readings.flat() : settleLanguages(readings, words.folded.length),
    matter: Math.max(0, ...all.map(({ matter }) => matter)),
    idle: Math.max(0, ...all.map(({ idle }) => idle)),
    isStatement: !QUESTION.test(text),
    frames: Math.max(0, ...all.map(({ frames }) => frames)),
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
  const { terms, negatives, denials, addressees, frames, matter, idle } = collectEntries(tree, passage)
  const length = words.folded.length
  const isTakenAway = coveredBy(negatives, length, (at) => tree.loose.has(words.folded[at] ?? ''))
  const isDenied = coveredBy(denials.map(anyArea), length)
  const isAddressee = coveredBy(addressees.map(anyArea), length)
  if (!passage.isLong) terms.push(...findPairs(tree, passage.stems, passage.isSentenceStart))
  const counted = terms.flatMap(({ entry, from, to, isApart }) => {
    const { area, key, size, spread, isHint } = entry
    const place = { text, words, loose: tree.loose, from, to }
    const own = isApart ? entry.weight * APART : weightOf(entry, place)
    const weight = isAddressee(anyArea({ from, to })) ? own * ADDRESSED : own
    if (weight === 0 || isTakenAway({ area, from, to })) return []
    const denied = isDenied(anyArea({ from, to }))
    const isAsWritten = entry.forms.has(words.folded[from] ?? '')
    return { area, key, weight, size, spread, isHint, from, to, affinity, denied, isApart, isAsWritten }
  })
  return {
    terms: counted,
    matter: strengthOf(
      besideTerms(
        matter.filter((cue) => !isAddressee(anyArea(cue))),
        terms,
        length,
      ),
    ),
    idle:
      strengthOf(outsidePhrases(idle, terms, length)) + (EXCLAMATION.test(text) ? EXCLAMATION_STRENGTH : 0),
    frames: countFrames(frames, { ...passage, folded: words.folded, polite: tree.polite }),
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
