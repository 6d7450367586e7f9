import { LIMITS } from '../../budget/limits.ts'
import type { Memo } from '../../memo.ts'
import { rankPassages } from '../../recall/rank-passages.ts'
import { questionWords } from '../../recall/question-words.ts'
import { type TurnPassage, turnPassages } from '../../recall/turn-passages.ts'
import { QUERY_SEPARATOR } from '../../render/render-query.ts'
import { recalledLine, renderRecalled } from '../../render/render-recalled.ts'
import type { State, TurnRecord } from '../../state/state.ts'
import { userQuestions } from '../../state/user-questions.ts'
import type { Epoch } from '../epoch/epoch.ts'
import { epochTokens } from '../epoch/epoch-tokens.ts'
import { budgetOf, type ModelSpec } from '../model-spec.ts'

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
