import { mayBeJoined, stem, tokenize } from '@varve/workspace/notes'
import { describeDays, isDay } from './day.ts'
import { readFields } from './read-fields.ts'
import { readTime } from './read-time.ts'
import { type SearchPlan, type SearchTerm, STOP_WORDS } from './search-plan.ts'
import { type QueryPiece, splitQuery } from './split-query.ts'
import type { SearchRequest } from '../search-index.ts'
import type { DayRange } from '../search-source.ts'

const DEFAULT_LIMIT = 10
const MOST_HITS = 100
/** Longer texts are pasted, not typed: their start says what they are about. */
const LONGEST_TEXT = 4000
const MOST_TERMS = 64
const STOP_WORD_WEIGHT = 0.1
/** With more words, results would come too late while typing. */
const MOST_TYPED_WORDS = 8
/** Fewer letters begin too many words; a single character of a script without blanks is a word. */
const SHORTEST_PREFIX = 2

/** Reads what was typed. Pure: the day it is comes with the request. */
export function planSearch(request: SearchRequest): SearchPlan {
  const text = request.text.slice(0, LONGEST_TEXT).normalize('NFC')
  const isQuestion = (request.conversation?.length ?? 0) > 0
  const pieces = splitQuery(text)
  const today = request.today !== undefined && isDay(request.today) ? request.today : undefined
  const spoken = today === undefined || isQuestion ? undefined : spokenDays(pieces, today)
  const typed = isQuestion || /\s$/.test(text) ? undefined : pieces.at(-1)
  const terms = termsOf(spoken?.pieces ?? pieces, typed)
  const { filter, inTitle, notInTitle, notes } = readFields(pieces, request, today)
  const days = filter.days ?? spoken?.days
  return {
    terms,
    context: contextTerms(request.conversation ?? [], new Set(terms.map((term) => term.stem))),
    phrases: wordRuns(pieces, { kind: 'phrase', negated: false }),
    without: [
      ...wordRuns(pieces, { kind: 'words', negated: true }),
      ...wordRuns(pieces, { kind: 'phrase', negated: true }),
    ],
    inTitle,
    notInTitle,
    filter: days ? { ...filter, days } : filter,
    daysAreSpoken: filter.days === undefined && spoken !== undefined,
    isQuestion,
    limit: Math.max(1, Math.min(MOST_HITS, Math.trunc(request.limit ?? DEFAULT_LIMIT) || DEFAULT_LIMIT)),
    notes: [
      ...(request.text.length > LONGEST_TEXT ? [`only the first ${LONGEST_TEXT} characters were read`] : []),
      ...((request.limit ?? 0) > MOST_HITS ? [`at most ${MOST_HITS} are given`] : []),
      ...notes,
      ...(days ? [daysNote(days)] : []),
    ],
  }
}

function daysNote(days: DayRange): string {
  const { from, to } = days
  if (from === undefined || to === undefined || from <= to) return `changed ${describeDays(days)}`
  return `no day is both ${describeDays({ from })} and ${describeDays({ to })}`
}

interface SpokenDays {
  readonly days: DayRange
  /** The pieces without the words for the time. */
  readonly pieces: readonly QueryPiece[]
}

function spokenDays(pieces: readonly QueryPiece[], today: string): SpokenDays | undefined {
  const plain = pieces.filter((piece) => piece.kind === 'words' && !piece.negated)
  const words = plain.map((piece) => (piece.kind === 'words' ? bareWord(piece.text) : ''))
  const reading = readTime(words, today)
  if (!reading) return undefined
  const taken = new Set(reading.edge === 'end' ? plain.slice(-reading.words) : plain.slice(0, reading.words))
  return { days: reading.days, pieces: pieces.filter((piece) => !taken.has(piece)) }
}

function bareWord(text: string): string {
  return text
    .toLowerCase()
    .replace(/^[("']{1,3}/, '')
    .replace(/[.,;:!?)"']{1,3}$/, '')
}

/** `typed` is the piece that may still be going on. */
function termsOf(pieces: readonly QueryPiece[], typed: QueryPiece | undefined): readonly SearchTerm[] {
  const terms = new Map<string, SearchTerm>()
  const wanted = pieces.filter((piece) => !piece.negated && piece.kind !== 'field')
  const open = wanted.length <= MOST_TYPED_WORDS && typed?.kind === 'words' ? typed : undefined
  for (const piece of wanted) {
    if (piece.kind === 'field') continue
    const tokens = tokenize(piece.text)
    for (const [at, { word }] of tokens.entries()) {
      if (terms.size >= MOST_TERMS) break
      const endsOpen = piece === open && at === tokens.length - 1 && tokens[at]?.end === piece.text.length
      addTerm(terms, word, mayBeJoined(word) || (endsOpen && word.length >= SHORTEST_PREFIX))
    }
  }
  return [...terms.values()]
}

function addTerm(terms: Map<string, SearchTerm>, word: string, prefix: boolean): void {
  const key = stem(word)
  const known = terms.get(key)
  if (known && (known.prefix || !prefix)) return
  terms.set(key, { word, stem: key, weight: STOP_WORDS.has(word) ? STOP_WORD_WEIGHT : 1, prefix })
}

function wordRuns(
  pieces: readonly QueryPiece[],
  { kind, negated }: { readonly kind: 'words' | 'phrase'; readonly negated: boolean },
): readonly (readonly string[])[] {
  return pieces
    .filter((piece) => piece.kind === kind && piece.negated === negated)
    .map((piece) => (piece.kind === 'field' ? [] : tokenize(piece.text).map((token) => token.word)))
    .filter((words) => words.length > 0)
    .slice(0, MOST_TERMS)
}

/** Tuned by `npm run bench -- search`. */
const CONTEXT = {
  /** Of a short turn right before the question. */
  weight: 0.5,
  /** Of each turn against the one after it. */
  decay: 0.6,
  /** A turn with more words than this says less by each of them: answers are long, questions short. */
  words: 8,
  length: 0.5,
  /** Said earlier, however often, but not in this question. */
  most: 0.8,
  least: 0.02,
  terms: 150,
  /** Characters of one turn that are read. */
  characters: 8000,
} as const

/** The words of a conversation, newest turn last, with what is left of their weight; strongest first. */
function contextTerms(turns: readonly string[], known: ReadonlySet<string>): readonly SearchTerm[] {
  const terms = new Map<string, SearchTerm>()
  let recency = CONTEXT.weight
  for (let at = turns.length - 1; at >= 0 && recency >= CONTEXT.least; at--, recency *= CONTEXT.decay) {
    const words = distinctWords((turns[at] ?? '').slice(0, CONTEXT.characters), known)
    const share = Math.min(1, CONTEXT.words / Math.max(1, words.size)) ** CONTEXT.length
    for (const [key, word] of words) {
      const weight = Math.min(CONTEXT.most, (terms.get(key)?.weight ?? 0) + recency * share)
      terms.set(key, { word, stem: key, weight, prefix: false })
    }
  }
  return [...terms.values()].toSorted(byWeight).slice(0, CONTEXT.terms)
}

function distinctWords(text: string, known: ReadonlySet<string>): ReadonlyMap<string, string> {
  const words = new Map<string, string>()
  for (const { word } of tokenize(text)) {
    if (STOP_WORDS.has(word) || word.length < 2) continue
    const key = stem(word)
    if (!known.has(key) && !words.has(key)) words.set(key, word)
  }
  return words
}

function byWeight(a: SearchTerm, b: SearchTerm): number {
  return b.weight - a.weight || (a.stem < b.stem ? -1 : 1)
}
