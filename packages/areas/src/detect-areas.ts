import { type Language, localText } from './area.ts'
import type { CompiledAreas } from './compile-areas.ts'
import { findMatches } from './find-matches.ts'
import { guessLanguage, type LanguageGuess } from './guess-language.ts'
import { type ScoredArea, scoreAreas } from './score-areas.ts'
import { splitWords, type Words } from './split-words.ts'

export interface DetectOptions {
  /** Taken as given instead of guessed. */
  readonly language?: Language
  /** At most this many areas; 5 where not given. */
  readonly limit?: number
  /** Minimum confidence of the best area, from 0 to 1. Further areas may score lower. */
  readonly threshold?: number
}

export interface DecidingWord {
  readonly text: string
  /** In UTF-16 code units of the text. */
  readonly start: number
  readonly end: number
}

export interface DetectedArea {
  readonly pack: string
  readonly id: string
  readonly name: string
  /** From 0 to 1, two digits. */
  readonly confidence: number
  /** What decided, in order of the text. */
  readonly words: readonly DecidingWord[]
}

export interface AreaDetection {
  /** Best first; empty where nothing is clear. */
  readonly areas: readonly DetectedArea[]
  readonly language?: Language
}

const DEFAULT_LIMIT = 5
/** Chosen so that small talk gives nothing. */
export const DEFAULT_THRESHOLD = 0.55
/** A word or two alone are no small talk: they say what they are about, if weakly. */
const [FEW_WORDS, FEW_WORDS_THRESHOLD] = [4, 0.5]
/** Beside one that is clear, others may be less so; with less than this share of its evidence they are side remarks. */
const BESIDE_THRESHOLD = 0.15
const LEAST_OF_BEST = 0.35
const MOST_WORDS = 12
/** Characters of a long text that are read. */
const [HEAD, TAIL] = [24_000, 8_000]

/** Which areas a text is about, and which words say so. Time grows with the length of the text alone. */
export function detectAreas(
  compiled: CompiledAreas,
  text: string,
  options: DetectOptions = {},
): AreaDetection {
  const words = readWords(text)
  const { language, limit = DEFAULT_LIMIT, threshold = thresholdFor(words) } = options
  const guess = language ? given(language) : guessLanguage(compiled.languageTable, words, text)
  const scored = scoreAreas(findMatches(compiled, { text, words, guess }), words.folded.length)
  const [best] = scored
  const isClear = best !== undefined && best.confidence >= threshold
  const least = isClear ? best.evidence * LEAST_OF_BEST : Number.POSITIVE_INFINITY
  const leastSure = Math.min(threshold, BESIDE_THRESHOLD)
  const areas = scored
    .filter(({ confidence, evidence }) => evidence >= least && confidence >= leastSure)
    .slice(0, limit)
    .flatMap((area) => describe(compiled, area, { text, words, language: guess.language }))
  return guess.language ? { areas, language: guess.language } : { areas }
}

function thresholdFor({ folded }: Words): number {
  return folded.length <= FEW_WORDS ? FEW_WORDS_THRESHOLD : DEFAULT_THRESHOLD
}

/** All words of a message; of a long paste those of its beginning and end, where people say what they want. */
function readWords(text: string): Words {
  if (text.length <= HEAD + TAIL) return splitWords(text)
  const head = splitWords(text.slice(0, HEAD))
  const from = text.length - TAIL
  const tail = splitWords(text.slice(from))
  return {
    folded: [...head.folded, ...tail.folded],
    starts: [...head.starts, ...tail.starts.map((start) => start + from)],
    ends: [...head.ends, ...tail.ends.map((end) => end + from)],
  }
}

function given(language: Language): LanguageGuess {
  return { language, shares: { en: 0, fr: 0, es: 0, [language]: 1 } }
}

interface Reading {
  readonly text: string
  readonly words: Words
  readonly language: Language | undefined
}

function describe(
  { areas }: CompiledAreas,
  { area, confidence, matches }: ScoredArea,
  { text, words, language }: Reading,
): readonly DetectedArea[] {
  const known = areas[area]
  if (!known) return []
  const deciding = matches
    .filter(({ isDenied }) => !isDenied)
    .slice(0, MOST_WORDS)
    .map(({ from, to }): DecidingWord => {
      const start = words.starts[from] ?? 0
      const end = words.ends[to - 1] ?? start
      return { text: text.slice(start, end), start, end }
    })
  const name = localText(known.name, language) ?? known.id
  const rounded = Math.round(confidence * 100) / 100
  return [{ pack: known.pack, id: known.id, name, confidence: rounded, words: deciding }]
}
