import { isAlive } from '../cache/cache-life.ts'
import { EMPTY_CACHE_MEMORY, type CacheMemory } from '../cache/cache-memory.ts'
import { placeMarks } from '../cache/place-marks.ts'
import { predictUsage } from '../cache/predict-usage.ts'
import { ownValue } from '../collection/own-value.ts'
import type { State, TurnRecord } from '../state/state.ts'
import { commonBlocks, explainDivergence } from './explaining/explain-divergence.ts'
import type { Epoch } from './epoch/epoch.ts'
import { epochTokens } from './epoch/epoch-tokens.ts'
import { budgetOf, type ModelSpec } from './model-spec.ts'
import type { Plan } from './plan.ts'
import { layerOf } from './writing/settle-layers.ts'

export interface CallOptions {
  readonly state: State
  readonly record: TurnRecord
  readonly model: ModelSpec
  /** With everything that this call sends. */
  readonly epoch: Epoch
  /** As the last call of this branch and model left it. */
  readonly previous: Epoch | undefined
  readonly cache: CacheMemory | undefined
  readonly at: number
  readonly branched: boolean
}

/** Turns a written epoch into a plan, and into the epoch and the cache as they are once it is sent. */
export function planCall(options: CallOptions): {
  readonly plan: Plan
  readonly epoch: Epoch
  readonly cache: CacheMemory
} {
  const { state, record, model, epoch, previous, at } = options
  const length = epoch.blocks.length
  const isSame = previous?.id === epoch.id
  const shared = previous
    ? isSame
      ? previous.sentEnd
      : commonBlocks({ blocks: previous.blocks, length: previous.sentEnd }, { blocks: epoch.blocks, length })
    : 0
  const marks = placeMarks({
    blocks: epoch.blocks,
    leadTokens: epoch.leadTokens,
    stemEnd: epoch.stemEnd,
    baseEnd: epoch.baseEnd,
    foldEnd: epoch.foldEnd,
    previousEnd: isSame ? previous.sentEnd : 0,
    profile: model.profile,
    ...(previous && !isSame && shared > 0 ? { sharedStemEnd: shared } : {}),
  })
  const { usage, memory } = predictUsage(
    options.cache ?? EMPTY_CACHE_MEMORY,
    {
      blocks: epoch.blocks,
      length,
      leadTokens: epoch.leadTokens,
      leadHash: epoch.toolsHash,
      marks,
      at,
      objectEnd: epoch.baseEnd,
    },
    model.profile,
  )
  const turnStart = epoch.settledEnd
  const plan: Plan = {
    model: model.id,
    branch: state.branch,
    turn: record.number,
    call: (ownValue(record.steps, model.id) ?? []).length + 1,
    layout: epoch.layout,
    epoch: { id: epoch.id, reason: epoch.reason, startedTurn: epoch.startedTurn, numbers: epoch.numbers },
    tools: state.tools,
    leadTokens: epoch.leadTokens,
    blocks: epoch.blocks,
    stemEnd: epoch.stemEnd,
    baseEnd: epoch.baseEnd,
    turnStart,
    kept: keptOf(options, shared),
    marks,
    entries: epoch.places,
    omissions: epoch.omissions,
    layerTokens: layerTokens(epoch, turnStart),
    tokens: epochTokens(epoch),
    budget: budgetOf(model),
    predicted: usage,
    divergence: explainDivergence({ previous, epoch, turnStart, shared, model, branched: options.branched }),
    baseHash: epoch.blocks.get(epoch.baseEnd - 1)?.chain ?? '',
    prefixHash: epoch.blocks.last()?.chain ?? '',
  }
  return { plan, epoch: { ...epoch, sentEnd: length, lastAt: at }, cache: memory }
}

/** Where the tools changed, nothing is kept: they stand in front of everything. */
function keptOf({ previous, epoch, model, at }: CallOptions, shared: number): Plan['kept'] {
  const isCold = previous !== undefined && !isAlive(previous.lastAt, at, model.profile)
  if (previous?.toolsHash !== epoch.toolsHash) return { blocks: 0, tokens: 0, isCold }
  return { blocks: shared, tokens: shared === 0 ? epoch.leadTokens : epochTokens(epoch, shared), isCold }
}

/** Tool definitions stand before everything and count as system. */
function layerTokens(epoch: Epoch, turnStart: number): Plan['layerTokens'] {
  const totals = { ...epoch.layerTokens, L3: 0, L5: 0 }
  totals.L1 += epoch.leadTokens
  for (const [offset, block] of epoch.blocks.slice(turnStart).entries())
    totals[layerOf(block, turnStart + offset, turnStart)] += block.tokens
  return totals
}
