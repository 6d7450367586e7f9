import { isAlive } from '../cache/cache-profile.ts'
import { type CacheMemory, EMPTY_CACHE_MEMORY } from '../cache/cache-memory.ts'
import { placeMarks } from '../cache/place-marks.ts'
import { predictUsage } from '../cache/predict-usage.ts'
import { ownValue } from '../collection/own-value.ts'
import type { State, TurnRecord } from '../state/state.ts'
import type { Epoch } from './epoch/epoch.ts'
import { epochTokens } from './epoch/epoch-tokens.ts'
import { budgetOf, type ModelSpec } from './model-spec.ts'
import type { Divergence, Plan } from './plan.ts'
import { layerOf } from './writing/settle-layers.ts'
import type { AppendLog } from '../collection/append-log.ts'
import type { PlacedBlock } from './writing/block.ts'
import { toolsStart } from './writing/fold-tools.ts'

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
    toolsStart: toolsStart(epoch) ?? 0,
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

/** If the tools changed, nothing is kept: they come first. */
function keptOf({ previous, epoch, model, at }: CallOptions, shared: number): Plan['kept'] {
  const isCold = previous !== undefined && !isAlive(previous.lastAt, at, model.profile)
  if (previous?.toolsHash !== epoch.toolsHash) return { blocks: 0, tokens: 0, isCold }
  return { blocks: shared, tokens: shared === 0 ? epoch.leadTokens : epochTokens(epoch, shared), isCold }
}

/** Tool definitions precede everything and count as system. */
function layerTokens(epoch: Epoch, turnStart: number): Plan['layerTokens'] {
  const totals = { ...epoch.layerTokens, L3: 0, L5: 0 }
  totals.L1 += epoch.leadTokens
  for (const [offset, block] of epoch.blocks.slice(turnStart).entries())
    totals[layerOf(block, turnStart + offset, turnStart)] += block.tokens
  return totals
}

/** How many leading blocks two requests have in common; a chain hash names everything before it. */
export function commonBlocks(
  a: { readonly blocks: AppendLog<PlacedBlock>; readonly length: number },
  b: { readonly blocks: AppendLog<PlacedBlock>; readonly length: number },
): number {
  let low = 0
  let high = Math.min(a.length, b.length)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (a.blocks.get(middle - 1)?.chain === b.blocks.get(middle - 1)?.chain) low = middle
    else high = middle - 1
  }
  return low
}

/** Where this request begins to differ from the last call of this branch and model, and why. [P-8] */
export function explainDivergence(options: {
  readonly previous: Epoch | undefined
  readonly epoch: Epoch
  readonly turnStart: number
  readonly shared: number
  readonly model: ModelSpec
  readonly branched: boolean
}): Divergence {
  const { previous, epoch, shared, model } = options
  const block = epoch.blocks.get(shared)
  const layer = block ? layerOf(block, shared, options.turnStart) : 'L5'
  const key = block?.origin.key ?? block?.origin.section ?? ''
  const isSame = previous !== undefined && previous.id === epoch.id
  const before = previous ? epochTokens(previous, previous.sentEnd) : 0
  // Different tools come first, so nothing after them can match.
  const kept = shared === 0 || previous?.toolsHash !== epoch.toolsHash ? 0 : epochTokens(epoch, shared)
  const tokens = previous && !isSame ? Math.max(0, before - kept) : 0
  const { price, rates } = model.profile
  const reason =
    isSame || !previous ? (options.branched ? 'branch' : isSame ? 'none' : epoch.reason) : epoch.reason
  return {
    reason,
    layer,
    key,
    tokens,
    costUSD: (tokens * price.input * (rates.write - rates.read)) / 1_000_000,
  }
}
