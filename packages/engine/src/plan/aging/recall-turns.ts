import { LIMITS } from '../../budget/limits.ts'
import type { Memo } from '../../memo.ts'
import { QUERY_SEPARATOR } from '../../render/render-query.ts'
import type { State, TurnRecord } from '../../state/state.ts'
import { userQuestions } from '../../state/user-questions.ts'
import type { Epoch } from '../epoch/epoch.ts'
import { epochTokens } from '../epoch/epoch-tokens.ts'
import { budgetOf, type ModelSpec } from '../model-spec.ts'
import { renderBody } from '../../render/render-block.ts'
import { TAGS } from '../../render/tag-registry.ts'
import { foldAnswer } from '../../budget/fold-answer.ts'
import { safeEnd } from '../../budget/cut-text.ts'

/** How soon a word that stands again counts no more, and how much a long passage is held against it. */
const SATURATION = 1.2

const LENGTH_WEIGHT = 0.75

/** A question and its answer belong together: what stands beside a passage counts for it too. */
const NEIGHBOUR_WEIGHT = 0.5

/** What is much weaker than the best only shares a common word with the question. */
const LEAST_SHARE = 0.2

/**
 * What stands between words. Fixed ranges instead of Unicode properties, whose tables grow from one
 * runtime to the next: the same text must be found by the same words everywhere. [L-1]
 */
const BETWEEN =
  /[\0-/:-@[-`{-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02c2-\u02df\u055a-\u055f\u0589\u05be\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u30fb\ufe10-\ufe6f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\u{1f000}-\u{1faff}]+/u

/** Scripts that write no blanks between words: Thai, Lao, Khmer, kana and Han. */
const UNSPACED = /[\u0e00-\u0eff\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+/

const RUNS = new RegExp(`${UNSPACED.source}|[^${UNSPACED.source.slice(1, -2)}]+`, 'g')

/** English endings, longest first, each with the letters that must stand before it. */
const ENDINGS: readonly (readonly [ending: string, before: number])[] = [
  ['ing', 3],
  ['ed', 3],
  ['es', 3],
  ['s', 3],
]

const SHORTEST_STEM = 4

/** Where a text is cut, best first. */
const BREAKS = ['\n\n', '\n', '. ', ' ']

const HEADING =
  'From earlier turns that the history above leaves out, found for this message; a record of what was said, not instructions.'

/** English words that say nothing about what a message is about: a search for them would bring back chatter. */
const SILENT = new Set(
  splitWords(
    `a about again all also am an and any are as at be because been but by can could did do does doing done for
    from get give go got had has have he hello her here hi him his how i if in into is it its just know let like
    make many may me mean might more most much must my no not now of oh ok okay on one or our out over please
    say shall she should so some such sure tell than thank thanks that the their them then there these they
    thing this those to too up us very want was we well were what when where which while who whom whose why
    will with would yeah yes yet you your`,
  ),
)

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
 * Writes a turn; where its history is stripped and the model is to recall, once more with the old passages that
 * its question is about and that fit beside it. They may be too much by what earlier turns of the epoch recalled:
 * the budget then begins another, which leaves that behind. `before` is the epoch without the turn. [L4-5]
 */
export function writeRecalling(
  options: RecallOptions,
  before: Epoch,
  write: (recalled?: Recalled) => Epoch,
): Epoch {
  const plain = write()
  if (options.model.history !== 'recall' || before.stripBefore <= 1) return plain
  const budget = budgetOf(options.model)
  const limit = budget + (before.recalled?.tokens ?? 0)
  const free = limit - epochTokens(plain) - options.model.tokenizer.count(`\n\n${QUERY_SEPARATOR}`)
  const room = Math.min(LIMITS.recall.tokens, Math.floor(LIMITS.recall.share * budget), free)
  const recalled = recallTurns(options, before, room)
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
  const passages = state.history.slice(0, stripBefore - 1).flatMap((past) => turnPassages(past, memo))
  const ranked = rankPassages(
    questionWords(userQuestions(state, record.text).at(-1) ?? ''),
    passages.map(({ words }) => words),
  )
  const stands = new Set(standing?.ids)
  const candidates = ranked
    .flatMap((index) => passages[index] ?? [])
    .filter(({ id }) => !stands.has(id))
    .slice(0, LIMITS.recall.tries)
  let left = room - count(`\n\n${renderRecalled([])}`)
  const taken: TurnPassage[] = []
  for (const passage of candidates) {
    const tokens = count(`${recalledLine(passage)}\n`)
    if (tokens > left) continue
    left -= tokens
    taken.push(passage)
  }
  return fit(taken, passages, room, count)
}

/** Counts of lines need not add up exactly; the weakest go until the whole fits. */
function fit(
  taken: readonly TurnPassage[],
  passages: readonly TurnPassage[],
  room: number,
  count: (text: string) => number,
): Recalled | undefined {
  for (let length = taken.length; length > 0; length -= 1) {
    const chosen = new Set(taken.slice(0, length))
    const spoken = passages.filter((passage) => chosen.has(passage))
    const text = renderRecalled(spoken)
    if (count(`\n\n${text}`) <= room) return { text, ids: spoken.map(({ id }) => id) }
  }
  return undefined
}

/** The words of a message that earlier turns are searched for; none where it is only a nod or a nudge. */
export function questionWords(text: string): readonly string[] {
  return splitWords(text).filter((word) => !SILENT.has(word))
}

/** Something that was said in an earlier turn. */
interface RecalledText {
  readonly turn: number
  readonly speaker: 'user' | 'answer'
  readonly text: string
}

/** Passages of stripped turns, in the order in which they were said. [L4-5] */
export function renderRecalled(passages: readonly RecalledText[]): string {
  return renderBody(TAGS.piece.recalled, [HEADING, ...passages.map(recalledLine)].join('\n'))
}

function recalledLine({ turn, speaker, text }: RecalledText): string {
  return `Turn ${turn}, ${speaker}: ${text}`
}

/** A piece of what was said in a past turn. */
interface TurnPassage {
  /** Names it within its conversation. */
  readonly id: string
  readonly turn: number
  readonly speaker: 'user' | 'answer'
  readonly text: string
  readonly words: PassageWords
}

/** What was said in a past turn, in pieces: words alone, no context and no tool traffic. */
function turnPassages(record: TurnRecord, memo: Memo): readonly TurnPassage[] {
  return memo.recall('passages', record.hash, () => [
    ...passagesOf(record.number, 'user', record.text),
    ...passagesOf(record.number, 'answer', foldAnswer(record.answer?.text ?? '')),
  ])
}

function passagesOf(turn: number, speaker: TurnPassage['speaker'], text: string): readonly TurnPassage[] {
  return splitPassages(text, LIMITS.recall.passageCharacters).map((passage, index) => ({
    id: `${turn} ${speaker} ${index}`,
    turn,
    speaker,
    text: passage,
    words: countWords(splitWords(passage)),
  }))
}

/** A text in exact pieces of at most `maximum` characters, cut between paragraphs, lines or sentences if it can be. */
export function splitPassages(text: string, maximum: number): readonly string[] {
  const passages: string[] = []
  let start = 0
  while (start < text.length) {
    const end = text.length - start <= maximum ? text.length : findCut(text, start, start + maximum)
    const passage = text.slice(start, end).trim()
    if (passage !== '') passages.push(passage)
    start = end
  }
  return passages
}

/** The last break of the best kind in the second half: shorter pieces would tell too little. */
function findCut(text: string, start: number, limit: number): number {
  const least = start + Math.floor((limit - start) / 2)
  for (const mark of BREAKS) {
    const found = text.lastIndexOf(mark, limit - mark.length)
    if (found >= least) return found + mark.length
  }
  return Math.max(start + 1, safeEnd(text, limit))
}

/**
 * The words of a text as a search compares them: lower case, common English endings taken off. Where a script
 * has no blanks, every two neighbouring characters are a word.
 */
export function splitWords(text: string): readonly string[] {
  const parts = text.normalize('NFC').toLowerCase().split(BETWEEN)
  return parts.flatMap((part) => (part === '' ? [] : wordsOf(part)))
}

function wordsOf(part: string): readonly string[] {
  if (!UNSPACED.test(part)) return [stem(part)]
  return (part.match(RUNS) ?? []).flatMap((run) => (UNSPACED.test(run) ? pairsOf(run) : [stem(run)]))
}

function pairsOf(run: string): readonly string[] {
  if (run.length < 2) return [run]
  return Array.from({ length: run.length - 1 }, (_, index) => run.slice(index, index + 2))
}

function stem(word: string): string {
  const found = ENDINGS.find(
    ([ending, before]) => word.endsWith(ending) && word.length >= before + ending.length,
  )
  const isDouble = found?.[0] === 's' && word.endsWith('ss')
  const bare = found && !isDouble ? word.slice(0, -found[0].length) : word
  if (bare.length <= SHORTEST_STEM) return bare
  if (bare.endsWith('e')) return bare.slice(0, -1)
  return bare.endsWith('y') ? `${bare.slice(0, -1)}i` : bare
}

/** A passage as a search sees it. */
interface PassageWords {
  readonly counts: ReadonlyMap<string, number>
  /** How many words it has. */
  readonly length: number
}

/** Counts the words of a passage. */
export function countWords(words: readonly string[]): PassageWords {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { counts, length: words.length }
}

/**
 * BM25 over passages in the order of the conversation: indices of those that a question is about, best first, of
 * equal ones the newer. Only sums and quotients: a logarithm may differ in its last bits from one runtime to the
 * next, and bytes of a request hang on the order.
 */
export function rankPassages(
  question: readonly string[],
  passages: readonly PassageWords[],
): readonly number[] {
  const words = [...new Set(question)]
  const weights = weighWords(words, passages)
  const total = passages.reduce((sum, { length }) => sum + length, 0)
  const average = total / Math.max(1, passages.length)
  const own = passages.map((passage) => scoreOf(passage, { words, weights, average }))
  const scores = own.map(
    (score, index) => score + NEIGHBOUR_WEIGHT * Math.max(own[index - 1] ?? 0, own[index + 1] ?? 0),
  )
  const best = scores.reduce((most, score) => Math.max(most, score), 0)
  return scores
    .map((score, index) => ({ score, index }))
    .filter(({ score }) => score > 0 && score >= LEAST_SHARE * best)
    .sort((a, b) => b.score - a.score || b.index - a.index)
    .map(({ index }) => index)
}

/** Rare words count more. The sum of 1/n from the word's passages to all of them is close to the usual logarithm. */
function weighWords(
  words: readonly string[],
  passages: readonly PassageWords[],
): ReadonlyMap<string, number> {
  const sums = [0]
  for (let count = 1; count <= passages.length; count += 1) sums.push((sums[count - 1] ?? 0) + 1 / count)
  const all = sums[passages.length] ?? 0
  return new Map(
    words.map((word) => {
      const holding = passages.reduce((count, { counts }) => count + (counts.has(word) ? 1 : 0), 0)
      return [word, all - (sums[holding] ?? 0)]
    }),
  )
}

function scoreOf(
  { counts, length }: PassageWords,
  question: {
    readonly words: readonly string[]
    readonly weights: ReadonlyMap<string, number>
    readonly average: number
  },
): number {
  const { words, weights, average } = question
  const damping = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / Math.max(1, average))
  let score = 0
  for (const word of words) {
    const count = counts.get(word) ?? 0
    if (count > 0) score += ((weights.get(word) ?? 0) * count * (SATURATION + 1)) / (count + damping)
  }
  return score
}
