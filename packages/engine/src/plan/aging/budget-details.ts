import type { BudgetAction, BudgetDetails } from '../../budget/budget-error.ts'
import type { State, TurnRecord } from '../../state/state.ts'
import type { PlacedBlock } from '../writing/block.ts'
import type { Epoch } from '../epoch/epoch.ts'
import { epochTokens } from '../epoch/epoch-tokens.ts'
import type { ModelSpec } from '../model-spec.ts'
import type { LayerId } from '../plan.ts'
import { layerOf } from '../writing/settle-layers.ts'

const LARGEST_SHOWN = 5

/** The numbers behind "this does not fit": of what still stands at the foot of the ladder. */
export function budgetDetails(options: {
  readonly epoch: Epoch
  readonly state: State
  readonly record: TurnRecord
  readonly model: ModelSpec
  readonly budget: number
  readonly allowExtracts: boolean
}): BudgetDetails {
  const { epoch, state, record, model, budget } = options
  const layers: Record<LayerId, number> = { L1: epoch.leadTokens, L2: 0, L3: 0, L4: 0, L5: 0 }
  const sizes = new Map<string, number>()
  let index = 0
  for (const block of epoch.blocks) {
    layers[layerOf(block, index, epoch.settledEnd)] += block.tokens
    sizes.set(nameOf(block), (sizes.get(nameOf(block)) ?? 0) + block.tokens)
    index += 1
  }
  const largest = [...sizes]
    .map(([key, tokens]) => ({ key, tokens }))
    .sort((a, b) => b.tokens - a.tokens || (a.key < b.key ? -1 : 1))
    .slice(0, LARGEST_SHOWN)
  // Where it would cut nothing it is no way out: what is attached now or essential stays whole.
  const attached = new Set(record.attached.map(({ artifact }) => artifact.key))
  const irreplaceable = [...state.library].some(
    ({ artifact: { key, recoverable, priority } }) =>
      !recoverable && priority !== 'essential' && !attached.has(key),
  )
  const actions: BudgetAction[] = ['forget', 'larger-window', 'new-chat-with-summary']
  if (irreplaceable && !options.allowExtracts) actions.push('allow-extracts')
  const needed = epochTokens(epoch)
  // Attached now, it stays whole whatever its mark; without it there would be room.
  const optional = record.attached.filter(({ ownPriority, pinned }) => ownPriority === 'optional' && !pinned)
  const spared = optional.reduce((sum, { artifact }) => sum + (sizes.get(artifact.key) ?? 0), 0)
  if (spared > 0 && needed - spared <= budget) actions.push('drop-optional')
  return { model: model.id, needed, budget, layers, largest, actions }
}

function nameOf({ origin }: PlacedBlock): string {
  switch (origin.piece) {
    case 'artifact':
    case 'update':
    case 'compacted':
      return origin.key ?? 'library'
    case 'section':
      return `system text: ${origin.section ?? ''}`
    case 'tool-call':
    case 'tool-result':
      return `tool results of turn ${origin.turn}`
    case 'answer':
    case 'reasoning':
      return `answer of turn ${origin.turn}`
    case 'user':
      return `message of turn ${origin.turn}`
    case 'image':
      return origin.key ?? `images of turn ${origin.turn}`
    case 'library-heading':
    case 'reference':
    case 'changed':
    case 'memory-update':
    case 'guidance':
    case 'summary':
      return `notices of turn ${origin.turn}`
    case 'recalled':
      return `earlier turns, recalled in turn ${origin.turn}`
    default:
      return origin.piece satisfies never
  }
}
