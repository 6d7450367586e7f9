import type { ContextDocument } from './read-request.ts'
import type { QuestionTerms } from './question-terms.ts'
import type { Passage } from './split-passages.ts'
import { wordsOf } from './words-of.ts'

/** A passage with its words, read once for all parts of a question. */
export interface IndexedPassage {
  readonly passage: Passage
  readonly lines: readonly (readonly string[])[]
  /** Words of its headings, of its document's title and path, with what each counts. */
  readonly fields: readonly (readonly [words: readonly string[], weight: number])[]
}

/** A word in the nearest heading says more about a passage than one in its text, one farther above less. */
const NEAREST_HEADING = 1.5
const OUTER_HEADING = 0.4
const TITLE = 0.7

/** What a line is, though it does not say so. */
const IMPLIED: readonly { readonly form: RegExp; readonly word: string }[] = [
  { form: /^\s*[-*+] \[ \]/, word: 'todo' },
  { form: /[\p{L}\p{N}]@[\p{L}\p{N}]/u, word: 'email' },
]

/** Reads the words of all passages, in one pass. */
export function indexPassages(passages: readonly Passage[]): IndexedPassage[] {
  const titles = new Map<ContextDocument, readonly string[]>()
  return passages.map((passage) => {
    const { document, headings, lines, isUnderTitle } = passage
    const title = titles.get(document) ?? [...new Set(wordsOf(`${document.title} ${document.path}`))]
    titles.set(document, title)
    const implied = (line: string) => IMPLIED.filter(({ form }) => form.test(line)).map(({ word }) => word)
    return {
      passage,
      lines: lines.map((line) => [...wordsOf(line), ...implied(line)]),
      fields: [
        [wordsOf(headings.at(-1) ?? ''), isUnderTitle ? OUTER_HEADING : NEAREST_HEADING],
        [headings.slice(0, -1).flatMap(wordsOf), OUTER_HEADING],
        [title, TITLE],
      ],
    }
  })
}

const SATURATION = 1.2
const LENGTH_WEIGHT = 0.3
/** Shorter passages are not better for being short. */
const SHORTEST = 30
const ATTACHED_NOW = 1.3
const SUPERSEDED = 0.2
/** A passage that speaks of one part of the question only keeps this much and gains with the rest. */
const ONE_SIDED = 0.3
const MOST_PASSAGES = 4
/** Passages scoring below this share of the best are noise. */
const LOWEST_SHARE = 0.45
/** At least this share of what the question asks for must be found at all. */
const LOWEST_COVERAGE = 0.34

/** The passages that fit the question best, best first: none when the context does not speak of it. */
export function rankPassages(passages: readonly IndexedPassage[], terms: QuestionTerms): Passage[] {
  const places = Map.groupBy(
    terms.facets.flatMap(({ words }, facet) => [...words].map(([word, weight]) => ({ word, facet, weight }))),
    ({ word }) => word,
  )
  const counted = passages.map((each) => countFacets(each, terms, places))
  const outdated = new Set(
    counted.flatMap(({ passage }) => (isSuperseded(passage) ? [passage.document] : [])),
  )
  const rarity = terms.facets.map(({ weight }, facet) => weight * rarityOf(counted, facet))
  const words = counted.reduce((sum, { length }) => sum + Math.max(SHORTEST, length), 0)
  const average = words / Math.max(1, counted.length)
  const scored = counted
    .map((each) => ({ ...each, score: scoreOf(each, { terms, rarity, average, outdated }) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  const best = scored
    .slice(0, MOST_PASSAGES)
    .filter(({ score }) => score >= (scored[0]?.score ?? 0) * LOWEST_SHARE)
  // What a short question takes over from the one before says more about its own words, and replaces none of them.
  const isOwnMissing =
    terms.facets.some(({ weight }) => weight === 1) &&
    !terms.facets.some(
      ({ weight }, facet) => weight === 1 && best.some(({ counts }) => (counts[facet] ?? 0) > 0),
    )
  if (isOwnMissing) return []
  const coverage = shareOf(
    terms.facets.map(({ weight }) => weight),
    (facet) => best.some(({ counts }) => (counts[facet] ?? 0) > 0),
  )
  return coverage < LOWEST_COVERAGE ? [] : best.map(({ passage }) => passage)
}

interface CountedPassage {
  readonly passage: Passage
  /** How often it speaks of each facet of the question, its headings and title included. */
  readonly counts: readonly number[]
  /** Words of the passage itself. */
  readonly length: number
}

type Places = ReadonlyMap<string, readonly { readonly facet: number; readonly weight: number }[]>

function countFacets(
  { passage, lines, fields }: IndexedPassage,
  { facets, wording }: QuestionTerms,
  places: Places,
): CountedPassage {
  const counts = facets.map(() => 0)
  const add = (words: readonly string[], field: number): void => {
    for (const word of words)
      for (const { facet, weight } of places.get(word) ?? [])
        counts[facet] = (counts[facet] ?? 0) + weight * field
  }
  // A line that repeats the question does not answer it.
  const telling = lines.filter((words) => !repeats(words, wording))
  for (const words of telling) add(words, 1)
  for (const [words, weight] of fields) add(words, weight)
  return { passage, counts, length: telling.reduce((sum, words) => sum + words.length, 0) }
}

function repeats(words: readonly string[], wording: readonly string[]): boolean {
  return wording.length >= 3 && ` ${words.join(' ')} `.includes(` ${wording.join(' ')} `)
}

/** Rare words decide; one that no passage has weighs as much as the rarest, so that its absence is felt. */
function rarityOf(counted: readonly CountedPassage[], facet: number): number {
  const holders = Math.max(1, counted.filter(({ counts }) => (counts[facet] ?? 0) > 0).length)
  return Math.log(1 + (counted.length - holders + 0.5) / (holders + 0.5))
}

/** Front matter says when a note no longer holds. */
function isSuperseded({ kind, lines }: Passage): boolean {
  const STATUS = /^status:\s*["']?(?:superseded|deprecated|obsolete|archived|replaced|rejected)\b/i
  return kind === 'front-matter' && lines.some((line) => STATUS.test(line))
}

interface Scale {
  readonly terms: QuestionTerms
  readonly rarity: readonly number[]
  readonly average: number
  readonly outdated: ReadonlySet<ContextDocument>
}

/** BM25, weighted by form, by what is attached now and by what still holds. */
function scoreOf(
  { passage, counts, length }: CountedPassage,
  { terms, rarity, average, outdated }: Scale,
): number {
  const size = Math.max(SHORTEST, length) / Math.max(1, average)
  const norm = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * size)
  const holds = ASKS_FOR_PAST.test(terms.question) || !outdated.has(passage.document) ? 1 : SUPERSEDED
  const whole = ONE_SIDED + (1 - ONE_SIDED) * shareOf(rarity, (facet) => (counts[facet] ?? 0) > 0)
  const attached = passage.document.attachedNow ? ATTACHED_NOW : 1
  const sum = counts.reduce(
    (total, count, facet) => total + ((rarity[facet] ?? 0) * count * (SATURATION + 1)) / (count + norm),
    0,
  )
  return sum * formFactor(passage, terms.question) * attached * holds * whole
}

/** The part of the whole weight that falls on some facets. */
function shareOf(weights: readonly number[], has: (facet: number) => boolean): number {
  const total = weights.reduce((sum, each) => sum + each, 0)
  const found = weights.reduce((sum, each, facet) => sum + (has(facet) ? each : 0), 0)
  return total === 0 ? 0 : found / total
}

const ASKS_FOR_PAST =
  /\b(?:revers|supersed|replac|overturn|revert|old|former|previous|used to|first|original|chang|histor)/i

const DATE =
  /\b\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b(?:january|february|march|april|may|june|july|august|september|october|november|december) \d|\d{4}-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2}/i

/**
 * The kind of answer that a form of question asks for. English only; in other languages harmless, as it only
 * shifts scores.
 */
const FORMS: readonly (readonly [
  asks: RegExp,
  suits: (passage: Passage, text: string) => boolean,
  factor: number,
])[] = [
  [/\b(?:when|date|dates|deadline|what day|how soon)\b/i, (_, text) => DATE.test(text), 1.5],
  [
    /\b(?:how (?:much|many|long|far|good|big|old|often|accurate)|number)\b/i,
    (_, text) => /\p{N}/u.test(text),
    1.2,
  ],
  [
    /\b(?:how much|prices?|pricing|costs?|fees?|charge|budget)\b/i,
    (_, text) => /\p{Sc}\s?\d|\d\s?\p{Sc}/u.test(text),
    1.6,
  ],
  [
    /\b(?:why|reasons?|how come)\b/i,
    ({ headings }, text) =>
      /\b(?:because|since|therefore|so that|due to)\b/i.test(text) ||
      /\b(?:why|reasons?)\b/i.test(headings.at(-1) ?? ''),
    1.4,
  ],
  [
    /\b(?:list|all|which|what are|steps|actions|tasks|todos?|to do)\b/i,
    ({ kind }) => kind === 'list' || kind === 'table',
    1.2,
  ],
  [/\b(?:tables?|compare|comparison|plans|columns?|rows?)\b/i, ({ kind }) => kind === 'table', 1.8],
]

const KIND_FACTOR: Readonly<Record<Passage['kind'], number>> = {
  heading: 0,
  paragraph: 1,
  list: 1,
  table: 1,
  code: 0.7,
  'front-matter': 0.45,
}

/** A note says first what matters most. */
const LEAD_FACTOR = 1.15
const SIGNPOST_FACTOR = 0.5
/** Form is judged by the beginning of a passage; a longer one is a single long line. */
const JUDGED = 2_000
const LINK = /\[\[[^[\]]{1,200}\]\]|\]\([^()]{1,500}\)/g

/** How well a passage's form suits the question; 1 is neutral. */
function formFactor(passage: Passage, question: string): number {
  const text = passage.lines.join('\n').slice(0, JUDGED)
  const links = text.match(LINK) ?? []
  // A signpost: several links and little other text. It points to answers and is none.
  const isSignpost = links.length > 1 && links.join('').length > 0.25 * text.length
  let factor = KIND_FACTOR[passage.kind] * (passage.isLead ? LEAD_FACTOR : 1)
  for (const [asks, suits, gain] of FORMS) if (asks.test(question) && suits(passage, text)) factor *= gain
  return isSignpost ? factor * SIGNPOST_FACTOR : factor
}
