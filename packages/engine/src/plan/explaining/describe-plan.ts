import type { Envelope } from '../../envelope/envelope.ts'
import { type Memo, NO_MEMO } from '../../memo.ts'
import type { PlacedBlock } from '../writing/block.ts'
import { describeBlock, type DescribedSegment } from './describe-block.ts'
import type { Omission } from '../epoch/epoch.ts'
import type { LayerId, Plan } from '../plan.ts'
import { layerOf, settledLayer } from '../writing/settle-layers.ts'

export interface DescribedLayer {
  readonly id: LayerId
  readonly title: string
  readonly summary: string
  /** The number in it. */
  readonly count: number
  readonly tokens: number
  readonly hash: string
  readonly segments: readonly DescribedSegment[]
}

export interface PlanDescription {
  readonly layers: readonly DescribedLayer[]
  readonly omissions: readonly Omission[]
}

const TITLES: Readonly<Record<LayerId, string>> = {
  L1: 'System',
  L2: 'Library',
  L3: 'Turn',
  L4: 'History',
  L5: 'User',
}

const LAYERS: readonly LayerId[] = ['L1', 'L2', 'L3', 'L4', 'L5']

/** Blocks that were described before, by themselves and in groups: the same one is the very same segment again. */
export type DescribedBlocks = WeakMap<
  PlacedBlock | readonly PlacedBlock[],
  { readonly isBase: boolean; readonly segments: readonly LayeredSegment[] }
>

interface LayeredSegment {
  readonly layer: LayerId
  readonly segment: DescribedSegment
}

/** A request by layer and segment, for people: what is where, in what form, and why. */
export function describePlan(
  plan: Plan,
  envelope: Envelope,
  memo: Memo = NO_MEMO,
  described: DescribedBlocks = new WeakMap(),
): PlanDescription {
  const segments: Record<LayerId, DescribedSegment[]> = { L1: [], L2: [], L3: [], L4: [], L5: [] }
  if (plan.tools.length > 0) segments.L1.push(describeTools(plan))
  let index = 0
  for (const group of plan.blocks.groups()) {
    for (const { layer, segment } of describeGroup(group, { plan, index, memo, described }))
      segments[layer].push(segment)
    index += group.length
  }
  const { kept, attached, turns } = envelope.statistics
  const counts = { L1: plan.epoch.startedTurn, L2: kept, L3: attached, L4: turns, L5: segments.L5.length }
  return {
    layers: LAYERS.map((id) => ({
      id,
      title: TITLES[id],
      summary: summarizeLayer(id, counts[id], envelope),
      count: counts[id],
      tokens: plan.layerTokens[id],
      hash: envelope.layers[id].hash,
      segments: segments[id],
    })),
    omissions: [...plan.omissions].map(([, omission]) => omission),
  }
}

interface GroupPlace {
  readonly plan: Plan
  /** Of its first block. */
  readonly index: number
  readonly memo: Memo
  readonly described: DescribedBlocks
}

/** A group is described once, as soon as it lies before the turn and on one side of the base's end. */
function describeGroup(group: readonly PlacedBlock[], place: GroupPlace): readonly LayeredSegment[] {
  const { plan, index, memo, described } = place
  const end = index + group.length
  const isBase = index < plan.baseEnd
  const isSettled = end <= plan.turnStart && (end <= plan.baseEnd || !isBase)
  const known = isSettled ? described.get(group) : undefined
  if (known?.isBase === isBase) return known.segments
  const segments = group.map((block, offset): LayeredSegment => {
    const layer = layerOf(block, index + offset, plan.turnStart)
    return { layer, segment: segmentOf(block, index + offset < plan.baseEnd, { memo, described }) }
  })
  if (isSettled) described.set(group, { isBase, segments })
  return segments
}

function segmentOf(
  block: PlacedBlock,
  isBase: boolean,
  { memo, described }: Pick<GroupPlace, 'memo' | 'described'>,
): DescribedSegment {
  const known = described.get(block)
  const [before] = known?.isBase === isBase ? known.segments : []
  if (before) return before.segment
  const segment = describeBlock(block, isBase, memo)
  described.set(block, { isBase, segments: [{ layer: settledLayer(block), segment }] })
  return segment
}

function describeTools(plan: Plan): DescribedSegment {
  const names = plan.tools.map(({ name }) => name).join(', ')
  return {
    name: 'tool definitions',
    form: 'text',
    label: `${plan.tools.length} tools`,
    why: 'Sent before everything else, in a stable order.',
    tokens: plan.leadTokens,
    hash: '',
    text: names,
  }
}

function summarizeLayer(id: LayerId, count: number, envelope: Envelope): string {
  switch (id) {
    case 'L1':
      return `same since turn ${count}`
    case 'L2':
      return count === 0 ? 'nothing kept yet' : `${count} kept`
    case 'L3':
      return count === 0 ? 'nothing attached' : `${count} attached`
    case 'L4':
      return count === 0 ? 'no earlier turns' : `${count} ${count === 1 ? 'turn' : 'turns'}`
    case 'L5':
      return [...envelope.layers.L5.segments][0]?.text.slice(0, 80) ?? ''
    default:
      return id satisfies never
  }
}

/** Consecutive segments of one layer in a request: `count` of them, starting at `from`. */
interface NewRun {
  readonly layer: LayerId
  readonly from: number
  readonly count: number
}

/** What a model reads for the first time in a request, against its last call in this branch. */
interface DescribedNew {
  /** Tokens in front that the call before had too. */
  readonly keptTokens: number
  readonly newTokens: number
  /** In the order of the request. */
  readonly runs: readonly NewRun[]
}

/**
 * New content follows everything kept, so it is the last segments of each layer, named by their position in
 * the given layers. [P-8]
 */
export function describeNew(plan: Plan, layers: readonly DescribedLayer[]): DescribedNew {
  const { kept, turnStart, tokens, leadTokens } = plan
  const order = plan.blocks
    .slice(kept.blocks)
    .map((block, offset) => layerOf(block, kept.blocks + offset, turnStart))
  // Tool definitions are no block; they come first of all.
  if (kept.tokens === 0 && leadTokens > 0) order.unshift('L1')
  const next = new Map(layers.map(({ id, segments }) => [id, segments.length]))
  for (const layer of order) next.set(layer, (next.get(layer) ?? 0) - 1)
  const runs: { layer: LayerId; from: number; count: number }[] = []
  for (const layer of order) {
    const from = next.get(layer) ?? 0
    next.set(layer, from + 1)
    const last = runs.at(-1)
    if (last?.layer === layer) last.count += 1
    else runs.push({ layer, from, count: 1 })
  }
  return { keptTokens: kept.tokens, newTokens: tokens - kept.tokens, runs }
}
