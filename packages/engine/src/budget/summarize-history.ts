import { cutLine, safeEnd } from './cut-text.ts'
import type { Tokenizer } from './tokenizer.ts'
import { foldAnswer } from './fold-answer.ts'

/** No more of one text is read; what matters is in the first pages. */
const REACH = 20_000

const LINE_REACH = 400

const FINDINGS = 3

/** A full stop inside a word, as in a file name, ends no sentence. */
const QUESTION = /(?:[^.!?。！？\n]|[.!](?!\s)){2,300}[?？]/gu

const SENTENCE = /^.{12,}?(?:[.!?](?=\s|$)|[。！？])/u

const DECISION =
  /\b(?:agreed|conclu\w+|decid\w+|decision|chose|choose|therefore|must|never|recommend\w*|result|because|beschlossen|entschieden|décidé|decidido)\b|决定|決定/iu

const FOLDED = /^\[(?:reasoned|wrote|edited|used)\b[^\]]*\]$/

export interface HistoryTurn {
  readonly number: number
  readonly user: string
  readonly answer: string
}

export interface SummaryOptions {
  readonly tokenizer: Tokenizer
  readonly maximumTokens: number
}

interface Excerpt {
  readonly turn: number
  /** Where it is within its turn. */
  readonly order: number
  readonly text: string
}

/** What to take first, and up to which share of the room, so that answers are included along with questions. */
const PASSES = [
  { order: 0, share: 0.55, from: ({ user }: HistoryTurn) => questionOf(user) },
  { order: 2, share: 0.8, from: ({ answer }: HistoryTurn) => findingsOf(answer)[0] },
  { order: 0, share: 1, from: ({ user }: HistoryTurn) => questionOf(user) },
  { order: 1, share: 1, from: ({ answer }: HistoryTurn) => openingOf(answer) },
  { order: 3, share: 1, from: ({ answer }: HistoryTurn) => findingsOf(answer)[1] },
  { order: 4, share: 1, from: ({ answer }: HistoryTurn) => findingsOf(answer)[2] },
] as const

const EXCERPT_CHARACTERS = 160
const LEAST_CHARACTERS = 48
/** A long history is not read to its end for a summary of 300 tokens. */
const TRIES_PER_PASS = 64

/**
 * A summary of stripped turns in their own words, without a model: what was asked, how answers
 * begin, and lines with decisions or numbers. It names the turn of everything that it quotes, and
 * never costs more than `maximumTokens`. [L4-2]
 */
export function summarizeHistory(turns: readonly HistoryTurn[], options: SummaryOptions): string {
  const excerpts: Excerpt[] = []
  const candidates = byWeight(turns).slice(0, TRIES_PER_PASS)
  const room = options.maximumTokens - options.tokenizer.count(render(turns, []))
  let used = 0
  for (const { order, share, from } of PASSES) {
    for (const turn of candidates) {
      const text = excerptOf(from(turn) ?? '', order, turns.length)
      const taken = excerpts.filter((other) => other.turn === turn.number)
      if (text === '' || taken.some((other) => other.order === order || other.text === text)) continue
      const cost = options.tokenizer.count(`Turn ${turn.number}: ${text}\n`)
      if (used + cost > room * share) continue
      used += cost
      excerpts.push({ turn: turn.number, order, text })
    }
  }
  return fit(turns, excerpts, options)
}

/** Many turns are quoted shortly, few at length. */
function excerptOf(text: string, order: number, turns: number): string {
  const fair = Math.floor((EXCERPT_CHARACTERS * 6) / turns)
  const line = cutLine(text, Math.max(LEAST_CHARACTERS, Math.min(EXCERPT_CHARACTERS, fair)))
  return order === 0 && line !== '' ? `asked: ${line}` : line
}

/** Counts of pieces need not add up exactly; what was taken last goes first until the whole fits. */
function fit(turns: readonly HistoryTurn[], excerpts: readonly Excerpt[], options: SummaryOptions): string {
  for (let length = excerpts.length; length > 0; length -= 1) {
    const text = render(turns, excerpts.slice(0, length))
    if (options.tokenizer.count(text) <= options.maximumTokens) return text
  }
  return ''
}

function render(turns: readonly HistoryTurn[], excerpts: readonly Excerpt[]): string {
  const first = turns[0]?.number ?? 0
  const last = turns.at(-1)?.number ?? first
  const sorted = excerpts.toSorted((left, right) => left.turn - right.turn || left.order - right.order)
  const byTurn = Map.groupBy(sorted, ({ turn }) => turn)
  const range = first === last ? `turn ${first}` : `turns ${first} to ${last}`
  const shown = byTurn.size < turns.length ? ` (${byTurn.size} of ${turns.length} quoted)` : ''
  const lines = [...byTurn].map(
    ([turn, group]) => `Turn ${turn}: ${group.map(({ text }) => text).join(' | ')}`,
  )
  return [`Excerpts of ${range}${shown}:`, ...lines].join('\n')
}

/** The first turn says what it is all about; after it the newest matter most. */
function byWeight(turns: readonly HistoryTurn[]): readonly HistoryTurn[] {
  return [...turns.slice(0, 1), ...turns.slice(1).toReversed()]
}

/** The last question of a message, or how it begins. */
function questionOf(text: string): string {
  return beginningOf(text).match(QUESTION)?.at(-1)?.trim() ?? openingOf(text)
}

/** The first sentence of the prose, without headings, code and tables. */
function openingOf(text: string): string {
  const line = proseOf(text)[0] ?? ''
  return SENTENCE.exec(line)?.[0] ?? line
}

/** The lines that say most: decisions before numbers, then in order. */
function findingsOf(text: string): readonly string[] {
  return proseOf(text)
    .map((line, index) => ({
      line,
      index,
      weight: (DECISION.test(line) ? 2 : 0) + (/\d/.test(line) ? 1 : 0),
    }))
    .filter(({ weight }) => weight > 0)
    .sort((left, right) => right.weight - left.weight || left.index - right.index)
    .slice(0, FINDINGS)
    .map(({ line }) => line)
}

function proseOf(text: string): readonly string[] {
  const lines: string[] = []
  let code = false
  for (const line of beginningOf(foldAnswer(text)).split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) code = !code
    else if (!code && !/^\s*(?:#|\||<)/.test(line) && !FOLDED.test(line.trim())) {
      const prose = line
        .slice(0, LINE_REACH)
        .replace(/^\s*(?:(?:[-*+>]|\d+[.)])\s+)*/, '')
        .trim()
      if (prose !== '') lines.push(prose)
    }
  }
  return lines
}

function beginningOf(text: string): string {
  return text.slice(0, safeEnd(text, Math.min(text.length, REACH)))
}
