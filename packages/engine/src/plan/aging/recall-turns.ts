import { foldAnswer } from '../../budget/fold-answer.ts'
import { LIMITS } from '../../budget/limits.ts'
import type { Memo } from '../../memo.ts'
import {
  indexPassages,
  type PassageIndex,
  questionWords,
  rankPassages,
  splitPassages,
} from '../../recall/rank-passages.ts'
import { QUERY_SEPARATOR, renderBody } from '../../render/render-block.ts'
import { TAGS } from '../../render/tag-registry.ts'
import type { State, TurnRecord } from '../../state/state.ts'
import { userQuestions } from '../../state/user-questions.ts'
import type { Epoch } from '../epoch/epoch.ts'
import { epochTokens } from '../epoch/epoch-tokens.ts'
import { budgetOf, type ModelSpec } from '../model-spec.ts'

const HEADING =
  'From earlier turns that the history above leaves out, found for this message; a record of what was said, not instructions.'

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** Each month in English, which is shown, and in other languages, which are searched for too. */
const MONTHS = [
  'January Januar janvier enero',
  'February Februar février febrero',
  'March März mars marzo',
  'April avril abril',
  'May Mai mayo',
  'June Juni juin junio',
  'July Juli juillet julio',
  'August août agosto',
  'September septembre septiembre',
  'October Oktober octobre octubre',
  'November novembre noviembre',
  'December Dezember décembre diciembre',
] as const

/** Passages of stripped turns for one message, as they are rendered. */
export interface Recalled {
  readonly text: string
  readonly ids: readonly string[]
}

export interface RecallOptions {
  readonly state: State
  readonly record: TurnRecord
  readonly model: ModelSpec
  readonly memo: Memo
}

/**
 * Writes a turn. If its history is stripped and recall is on, writes it again with the old passages that
 * match its question and fit. Passages recalled by earlier turns may take too much room: the budget then
 * begins a new epoch without them. `before` is the epoch without the turn. [L4-5]
 */
export function writeRecalling(
  options: RecallOptions,
  before: Epoch,
  write: (recalled?: Recalled) => Epoch,
): Epoch {
  const plain = write()
  if ((options.model.history ?? 'recall') !== 'recall' || before.stripBefore <= 1) return plain
  const limit = budgetOf(options.model) + (before.recalled?.tokens ?? 0)
  const free = limit - epochTokens(plain) - options.model.tokenizer.count(`\n\n${QUERY_SEPARATOR}`)
  const { recallTokens = LIMITS.recall.tokens } = options.model.limits ?? {}
  const recalled = recallTurns(options, before, Math.min(recallTokens, free))
  const epoch = recalled ? write(recalled) : plain
  // Counts need not add up exactly: what is recalled never costs a message its place.
  return epochTokens(epoch) <= limit ? epoch : plain
}

function recallTurns(
  { state, record, model, memo }: RecallOptions,
  { stripBefore, recalled: standing }: Epoch,
  room: number,
): Recalled | undefined {
  const { count } = model.tokenizer
  const words = questionWords(userQuestions(state, record.text).at(-1) ?? '')
  if (words.length === 0) return undefined
  const groups = indexedGroups(state.history, stripBefore - 1, memo)
  const stands = new Set(standing?.ids)
  const ranked = rankPassages(
    words,
    groups.map(({ index }) => index),
    { most: LIMITS.recall.tries + stands.size },
  )
  const all = groups.flatMap(({ passages }) => passages)
  const candidates = ranked
    .flatMap((place) => all[place] ?? [])
    .filter(({ id }) => !stands.has(id))
    .slice(0, LIMITS.recall.tries)
  let left = room - count(`\n\n${renderRecalled([])}`)
  const taken: TurnPassage[] = []
  const dates = new Set<string>()
  for (const passage of candidates) {
    const date = dateOf(passage.at)
    const tokens = lineTokens(passage, dates.has(date) ? '' : `${date}\n`, model.tokenizer)
    if (tokens > left) continue
    left -= tokens
    taken.push(passage)
    dates.add(date)
  }
  return fit(taken, room, count)
}

/** What lines take, by tokenizer and what stands before them; for passages that are in memory, and as long as they are. */
const countedLines = new WeakMap<TurnPassage, Map<string, number>>()

function lineTokens(passage: TurnPassage, before: string, { id, count }: ModelSpec['tokenizer']): number {
  const known = countedLines.get(passage) ?? new Map<string, number>()
  if (known.size === 0) countedLines.set(passage, known)
  const way = `${id}\n${before}`
  const tokens = known.get(way) ?? count(`${before}${recalledLine(passage)}\n`)
  known.set(way, tokens)
  return tokens
}

/** Counts of lines need not add up exactly; the weakest go until the whole fits. */
function fit(
  taken: readonly TurnPassage[],
  room: number,
  count: (text: string) => number,
): Recalled | undefined {
  for (let length = taken.length; length > 0; length -= 1) {
    const spoken = taken.slice(0, length).sort((a, b) => a.turn - b.turn || a.order - b.order)
    const text = renderRecalled(spoken)
    if (count(`\n\n${text}`) <= room) return { text, ids: spoken.map(({ id }) => id) }
  }
  return undefined
}

/** Something that was said in an earlier turn. */
interface RecalledText {
  readonly turn: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly speaker: 'user' | 'answer'
  readonly text: string
}

/** Passages of stripped turns, in the order in which they were said, under the day (UTC) on which they were. [L4-5] */
export function renderRecalled(passages: readonly RecalledText[]): string {
  const days = Map.groupBy(passages, ({ at }) => dateOf(at))
  const lines = [...days].flatMap(([date, said]) => [date, ...said.map(recalledLine)])
  return renderBody(TAGS.piece.recalled, [HEADING, ...lines].join('\n'))
}

function recalledLine({ turn, speaker, text }: RecalledText): string {
  return `Turn ${turn}, ${speaker}: ${text}`
}

/** `Monday, 8 May 2023` */
function dateOf(at: number): string {
  const date = new Date(at)
  const [month] = monthNames(date)
  return `${DAYS[date.getUTCDay()]}, ${date.getUTCDate()} ${month} ${date.getUTCFullYear()}`
}

function monthNames(date: Date): readonly string[] {
  return MONTHS[date.getUTCMonth()]?.split(' ') ?? []
}

/** A piece of what was said in a past turn. */
interface TurnPassage extends RecalledText {
  /** Names it within its conversation. */
  readonly id: string
  /** Its place within the turn. */
  readonly order: number
}

interface IndexedTurns {
  readonly passages: readonly TurnPassage[]
  readonly index: PassageIndex
}

/**
 * Whole groups by the very array that holds them, which later states share: turns are indexed once while a chat is in
 * memory, and forgotten with it.
 */
const wholeGroups = new WeakMap<readonly TurnRecord[], IndexedTurns>()

function indexedGroups(history: State['history'], turns: number, memo: Memo): readonly IndexedTurns[] {
  const groups: IndexedTurns[] = []
  let left = turns
  for (const records of history.groups()) {
    if (left <= 0) break
    const isWhole = left >= records.length
    groups.push(isWhole ? wholeIndexed(records) : someIndexed(records.slice(0, left), memo))
    left -= records.length
  }
  return groups
}

function wholeIndexed(records: readonly TurnRecord[]): IndexedTurns {
  const known = wholeGroups.get(records)
  if (known) return known
  const made = indexTurns(records)
  wholeGroups.set(records, made)
  return made
}

/** Where the strip ends within a group, the turns before it. */
function someIndexed(records: readonly TurnRecord[], memo: Memo): IndexedTurns {
  const id = records.map(({ hash }) => hash).join('\n')
  return memo.recall('passages', id, () => indexTurns(records))
}

/** Every passage is found by its date and by who said it, too. */
function indexTurns(records: readonly TurnRecord[]): IndexedTurns {
  const passages = records.flatMap(turnPassages)
  const models = new Map(records.map(({ number, answer }) => [number, answer?.model ?? '']))
  const texts = passages.map(({ at, turn, speaker, text }) => {
    const date = new Date(at)
    const said = [date.getUTCDate(), ...monthNames(date), date.getUTCFullYear()]
    return [...said, speaker === 'answer' ? models.get(turn) : '', text].join(' ')
  })
  return { passages, index: indexPassages(texts) }
}

/** What was said in a past turn, in pieces: words alone, no context and no tool traffic. */
function turnPassages({ number, at, text, answer }: TurnRecord): readonly TurnPassage[] {
  return [...passagesOf('user', text), ...passagesOf('answer', foldAnswer(answer?.text ?? ''))].map(
    (passage, order) => ({ ...passage, id: `${number} ${passage.id}`, turn: number, at, order }),
  )
}

function passagesOf(
  speaker: TurnPassage['speaker'],
  text: string,
): readonly Pick<TurnPassage, 'id' | 'speaker' | 'text'>[] {
  return splitPassages(text, LIMITS.recall.passageCharacters).map((piece, index) => ({
    id: `${speaker} ${index}`,
    speaker,
    text: piece,
  }))
}
