import { foldTag } from '../fold-tag.ts'
import type { SearchRequest } from '../search-index.ts'
import type { DayRange, PathPattern, SearchFilter } from '../search-source.ts'
import { stem } from '../stem.ts'
import { isUnspaced, tokenize } from '../tokenize.ts'
import { contextTerms } from './context-terms.ts'
import { describeDays, isDay } from './day.ts'
import { readDays } from './read-days.ts'
import { readTime } from './read-time.ts'
import type { SearchPlan, SearchTerm } from './search-plan.ts'
import { type QueryPiece, splitQuery } from './split-query.ts'
import { STOP_WORDS } from './stop-words.ts'

const DEFAULT_LIMIT = 10
const MOST_HITS = 100
/** Longer texts are pasted, not typed: their start says what they are about. */
const LONGEST_TEXT = 4000
const MOST_TERMS = 64
const STOP_WORD_WEIGHT = 0.1
/** Beyond so many words nobody waits for results while typing. */
const MOST_TYPED_WORDS = 8
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
  const { filter, notes } = readFields(pieces, request, today)
  const days = filter.days ?? spoken?.days
  return {
    terms,
    context: contextTerms(request.conversation ?? [], new Set(terms.map((term) => term.stem))),
    phrases: wordRuns(pieces, { kind: 'phrase', negated: false }),
    without: [
      ...wordRuns(pieces, { kind: 'words', negated: true }),
      ...wordRuns(pieces, { kind: 'phrase', negated: true }),
    ],
    inTitle: titleWords(pieces),
    filter: days ? { ...filter, days } : filter,
    daysAreSpoken: filter.days === undefined && spoken !== undefined,
    isQuestion,
    limit: Math.max(1, Math.min(MOST_HITS, Math.trunc(request.limit ?? DEFAULT_LIMIT) || DEFAULT_LIMIT)),
    notes: [
      ...(request.text.length > LONGEST_TEXT ? [`only the first ${LONGEST_TEXT} characters were read`] : []),
      ...notes,
      ...(days ? [`changed ${describeDays(days)}`] : []),
    ],
  }
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
      addTerm(terms, word, (endsOpen || isUnspaced(word)) && word.length >= SHORTEST_PREFIX)
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

function titleWords(pieces: readonly QueryPiece[]): readonly string[] {
  const values = pieces.flatMap((piece) =>
    piece.kind === 'field' && piece.field === 'title' && !piece.negated ? [piece.value] : [],
  )
  return [...new Set(values.flatMap((value) => tokenize(value).map((token) => token.word)))]
}

interface Fields {
  readonly filter: SearchFilter
  readonly notes: readonly string[]
}

function readFields(
  pieces: readonly QueryPiece[],
  request: SearchRequest,
  today: string | undefined,
): Fields {
  const tags: string[] = []
  const withoutTags: string[] = []
  const paths: PathPattern[] = []
  const withoutPaths: PathPattern[] = []
  const notes: string[] = []
  let days: DayRange = {}
  for (const piece of pieces) {
    if (piece.kind !== 'field' || piece.value === '') continue
    switch (piece.field) {
      case 'tag':
        ;(piece.negated ? withoutTags : tags).push(foldTag(piece.value))
        break
      case 'path':
      case 'in':
        ;(piece.negated ? withoutPaths : paths).push(pathPattern(piece.value, piece.field === 'in'))
        break
      case 'after':
      case 'before': {
        const read = readDays(piece.value, today)
        if (!read) notes.push(`${piece.field}:${piece.value.slice(0, 40)} is not a day: write YYYY-MM-DD`)
        else days = { ...days, ...(piece.field === 'after' ? { from: read.from } : { to: read.dayBefore }) }
        break
      }
      case 'title':
        break
      default:
        piece.field satisfies never
    }
  }
  const hasDays = days.from !== undefined || days.to !== undefined
  const exclude = (request.exclude ?? []).map((path) => path.normalize('NFC'))
  return { filter: { tags, withoutTags, paths, withoutPaths, exclude, ...(hasDays ? { days } : {}) }, notes }
}

function pathPattern(value: string, isFolder: boolean): PathPattern {
  const text = value
    .normalize('NFC')
    .toLowerCase()
    .replace(/^\/{1,64}/, '')
  if (!isFolder && !text.endsWith('/')) return { kind: 'contains', text }
  return { kind: 'folder', text: text.endsWith('/') ? text : `${text}/` }
}
