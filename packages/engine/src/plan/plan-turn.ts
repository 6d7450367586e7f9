import type { ArtifactKey } from '../artifact/artifact.ts'
import { BudgetError } from '../budget/budget-error.ts'
import type { CacheMemory } from '../cache/cache-memory.ts'
import { recordAnswer } from '../cache/record-answer.ts'
import { ownValue } from '../collection/own-value.ts'
import type { Memo } from '../memo.ts'
import type { State, TurnRecord } from '../state/state.ts'
import { catchUp } from './writing/catch-up.ts'
import { decideEpoch } from './epoch/decide-epoch.ts'
import { EpochWriter } from './writing/epoch-writer.ts'
import type { DivergenceReason, Epoch, RebaseNumbers } from './epoch/epoch.ts'
import { epochTokens } from './epoch/epoch-tokens.ts'
import { forcedReason } from './epoch/forced-reason.ts'
import { budgetOf, type ModelSpec } from './model-spec.ts'
import type { Need } from './aging/need.ts'
import { openEpoch } from './epoch/open-epoch.ts'
import { planCall } from './plan-call.ts'
import type { Plan } from './plan.ts'
import { writeRecalling } from './aging/recall-turns.ts'
import { memoryOf } from './epoch/section-hashes.ts'
import { stableJson } from './stable-json.ts'
import { writeStep } from './writing/write-answer.ts'
import { writeTurn } from './writing/write-turn.ts'

export interface PlanOptions {
  /** With the open turn's artifacts already in the library. */
  readonly state: State
  readonly record: TurnRecord
  readonly model: ModelSpec
  readonly memo: Memo
  readonly at: number
  readonly branched: boolean
  readonly allowExtracts: boolean
  readonly rebase?: 'settings' | 'rebuilt'
  /** Kept artifacts that this turn marks as essential: they do not stay shortened. */
  readonly essential?: readonly ArtifactKey[]
}

export type Planned =
  | {
      readonly kind: 'planned'
      readonly plan: Plan
      readonly epoch: Epoch
      readonly cache: CacheMemory
      readonly needs: readonly Need[]
    }
  | { readonly kind: 'over-budget'; readonly error: BudgetError }

const NO_NUMBERS: RebaseNumbers = { deadWeight: 0, rent: 0, price: 0, cold: false }

interface Chosen {
  readonly epoch: Epoch
  readonly needs: readonly Need[]
}

/** Plans the first call of a turn for one model: append to its epoch, or begin another. [P-4] */
export function planTurn(options: PlanOptions): Planned {
  const previous = ownValue(options.state.epochs, options.model.id)
  return withinBudget(options, () => chooseEpoch(options, previous))
}

/** Plans the next call of the same turn, after a step with tools. */
export function planContinuation(options: PlanOptions): Planned {
  const { state, record, model, memo } = options
  const previous = ownValue(state.epochs, model.id)
  const step = ownValue(record.steps, model.id)?.at(-1)
  return withinBudget(options, () => {
    if (!previous || !step) return open(options, previous, 'rebuilt', NO_NUMBERS)
    const writer = new EpochWriter(previous, model, memo)
    writeStep(writer, step, record.number)
    const longer = writer.finish({ numbers: NO_NUMBERS })
    if (epochTokens(longer) <= budgetOf(model)) return { epoch: longer, needs: [] }
    return open(options, previous, 'compaction', NO_NUMBERS)
  })
}

function withinBudget(options: PlanOptions, choose: () => Chosen): Planned {
  const { state, record, model, at, branched } = options
  try {
    const { epoch, needs } = choose()
    const previous = ownValue(state.epochs, model.id)
    const cache = rememberOutput(options, epoch)
    return {
      kind: 'planned',
      needs,
      ...planCall({ state, record, model, epoch, previous, cache, at, branched }),
    }
  } catch (error) {
    if (error instanceof BudgetError) return { kind: 'over-budget', error }
    throw error
  }
}

/** A state that was folded again from its turns has no epoch of any model: that is no switch. */
function firstReason({ state, rebase }: PlanOptions): DivergenceReason {
  if (state.history.length === 0) return 'none'
  return rebase === 'rebuilt' ? rebase : 'model-switch'
}

function chooseEpoch(options: PlanOptions, previous: Epoch | undefined): Chosen {
  const { state, record, model, memo, at } = options
  const layout = model.layout ?? 'auto'
  if (!previous) return open(options, undefined, firstReason(options), NO_NUMBERS)
  const forced = forcedReason({
    epoch: previous,
    state,
    record,
    layout,
    ...(options.rebase ? { rebase: options.rebase } : {}),
    ...(options.essential ? { essential: options.essential } : {}),
  })
  if (forced) return open(options, previous, forced, NO_NUMBERS)
  const caught = catchUp(previous, state, model, memo)
  const appended = writeRecalling(options, caught, (recalled) => {
    const writer = new EpochWriter(caught, model, memo)
    writeTurn(writer, record, memoryOf(state.sections), recalled)
    return writer.finish({ openTurn: record.number })
  })
  const decision = decideEpoch({ before: previous, appended, model, at })
  if (layout === 'auto' && decision.rebase) return open(options, previous, decision.reason, decision.numbers)
  if (epochTokens(appended) > budgetOf(model)) return open(options, previous, 'compaction', decision.numbers)
  return { epoch: { ...appended, rent: decision.rent, numbers: decision.numbers }, needs: [] }
}

function open(
  options: PlanOptions,
  previous: Epoch | undefined,
  reason: DivergenceReason,
  numbers: RebaseNumbers,
): Chosen {
  const { state, model, memo } = options
  const leadTokens =
    state.tools.length === 0
      ? 0
      : memo.recall(`tools ${model.tokenizer.id}`, state.toolsHash, () =>
          model.tokenizer.count(stableJson(state.tools)),
        )
  const reader = state.tools.find(({ name }) => name === 'readArtifact' || name === 'read')
  return openEpoch({
    ...options,
    layout: model.layout ?? 'auto',
    reason,
    numbers,
    previous,
    leadTokens,
    ...(reader ? { readTool: reader.name } : {}),
  })
}

/** A provider of class `unit` keeps the end of what it wrote; the answer now stands in the epoch. */
function rememberOutput({ state, model }: PlanOptions, epoch: Epoch): CacheMemory | undefined {
  const memory = ownValue(state.caches, model.id)
  const previous = ownValue(state.epochs, model.id)
  if (!memory || !previous || model.profile.matchClass !== 'unit' || previous.id !== epoch.id) return memory
  // All that it wrote: words, thoughts and calls, up to what came back.
  let end = previous.sentEnd
  while (epoch.blocks.get(end)?.role === 'assistant') end += 1
  const answer = end === previous.sentEnd ? undefined : epoch.blocks.get(end - 1)
  if (!answer) return memory
  return recordAnswer(memory, {
    leadHash: epoch.toolsHash,
    chain: answer.chain,
    end: answer.end,
    at: previous.lastAt,
  })
}
