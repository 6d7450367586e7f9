import type { ArtifactKey } from '../../artifact/artifact.ts'
import { type Hash, hashText } from '../../artifact/hash.ts'
import { LIMITS } from '../../budget/limits.ts'
import { summarizeHistory } from '../../budget/summarize-history.ts'
import type { Memo } from '../../memo.ts'
import type { State, TurnRecord } from '../../state/state.ts'
import { budgetOf, type ModelSpec } from '../model-spec.ts'

/**
 * Something that a model could do better; the caller may provide it and step again. `id` names the
 * texts, so that a recorded answer is found again and a replay calls no model.
 */
export type Need =
  | {
      readonly kind: 'summary'
      readonly id: string
      /** The previous summary by a model, and how many turns it covers. */
      readonly earlier?: { readonly turns: number; readonly text: string }
      readonly turns: readonly { readonly number: number; readonly user: string; readonly answer: string }[]
      readonly maximumTokens: number
    }
  | {
      readonly kind: 'compaction'
      readonly id: string
      readonly key: ArtifactKey
      readonly text: string
      readonly maximumTokens: number
    }

/** Names a model's compaction of one text. */
export function compactionId(contentHash: Hash): string {
  return `compaction:${contentHash}`
}

/** The summary of the turns before `before`: provided by a model, else extracted. [L4-2] */
export function summarizeTurns(options: {
  readonly state: State
  readonly model: ModelSpec
  readonly memo: Memo
  readonly before: number
  /** How far the last base was stripped: its summary is extended, not written again. */
  readonly strippedBefore?: number
}): { readonly text: string; readonly needs: readonly Need[] } {
  const { state, model, memo, before } = options
  if (before <= 1) return { text: '', needs: [] }
  const records = state.history.slice(0, before - 1)
  const id = summaryId(state.history, before - 1)
  const provided = state.provided.get(id)
  if (provided !== undefined) return { text: provided, needs: [] }
  const maximumTokens = summaryLimit(model)
  const turns = records.map(({ number, text, answer }) => ({
    number,
    user: text,
    answer: answer?.text ?? '',
  }))
  const text = memo.recall(`summary ${model.tokenizer.id} ${maximumTokens}`, id, () =>
    summarizeHistory(turns, { tokenizer: model.tokenizer, maximumTokens }),
  )
  const known = Math.max(0, Math.min(options.strippedBefore ?? 0, before) - 1)
  const earlier = known > 0 ? state.provided.get(summaryId(state.history, known)) : undefined
  const need =
    earlier === undefined
      ? { turns }
      : { earlier: { turns: known, text: earlier }, turns: turns.slice(known) }
  return { text, needs: [{ kind: 'summary', id, ...need, maximumTokens }] }
}

/** The most tokens of a summary. [L4-2] */
export function summaryLimit(model: ModelSpec): number {
  const { maximumSummaryTokens, summaryShare } = LIMITS.history
  return Math.min(maximumSummaryTokens, Math.floor(summaryShare * budgetOf(model)))
}

/** The hashes of whole groups, by the very array that holds them: later states share it. */
const joinedHashes = new WeakMap<readonly TurnRecord[], string>()

/** Names the first turns of a history. */
function summaryId(history: State['history'], turns: number): string {
  const parts: string[] = []
  let left = turns
  for (const records of history.groups()) {
    if (left <= 0) break
    parts.push(left >= records.length ? hashesOf(records) : joinHashes(records.slice(0, left)))
    left -= records.length
  }
  return `summary:${hashText(parts.join('\n'))}`
}

function hashesOf(records: readonly TurnRecord[]): string {
  const joined = joinedHashes.get(records) ?? joinHashes(records)
  joinedHashes.set(records, joined)
  return joined
}

function joinHashes(records: readonly TurnRecord[]): string {
  return records.map(({ hash }) => hash).join('\n')
}
