import type { Plan } from '@varve/engine'
import type { DivergenceReason, LayerId, PlanDescription } from '@varve/engine/internal'
import type { AttachmentView } from '@varve/contract'
import type { ParseMiss } from './parse-misses.ts'
import type { PhaseMilliseconds } from './phase-times.ts'

/** How one request of one model came about, in numbers. No text of anyone. */
export interface TurnStatistics {
  readonly phases: PhaseMilliseconds
  readonly segments: Readonly<Record<LayerId, number>>
  readonly tokens: Readonly<Record<LayerId, number>>
  /** Tokens of what was attached, and how many of them were given as references to what is above. */
  readonly attached: number
  readonly referenced: number
  /** Tokens of shortened forms. */
  readonly compacted: number
  /** Names the whole request. */
  readonly prefixHash: string
  readonly change: {
    /** Why it differs from the request before, and where. */
    readonly reason: DivergenceReason
    readonly layer: LayerId
    /** How many tokens no longer are in front, and what reading them again costs. */
    readonly tokens: number
    /** Absent for what was sent before it was kept. */
    readonly costUSD?: number
  }
  readonly epoch: { readonly id: number; readonly reason: DivergenceReason; readonly began: boolean }
  /** Absent where everything could be parsed. */
  readonly misses?: readonly ParseMiss[]
}

/** What is known of a turn beside its plan. */
export interface Measured {
  readonly phases: PhaseMilliseconds
  readonly misses: readonly ParseMiss[]
}

export interface TurnToMeasure extends Measured {
  readonly plan: Plan
  readonly description: PlanDescription
  readonly attachments: readonly AttachmentView[]
}

/** From what the record of a plan is made of anyway: nothing is rendered or counted again. */
export function buildTurnStatistics(toMeasure: TurnToMeasure): TurnStatistics {
  const { plan, description, attachments, phases, misses } = toMeasure
  const { reason, layer, tokens, costUSD } = plan.divergence
  const segments = { L1: 0, L2: 0, L3: 0, L4: 0, L5: 0 }
  let compacted = 0
  for (const { id, segments: own } of description.layers) {
    segments[id] = own.length
    for (const segment of own)
      if (segment.form === 'compacted' || segment.label === 'Summary') compacted += segment.tokens
  }
  return {
    phases,
    segments,
    tokens: plan.layerTokens,
    attached: sum(attachments),
    referenced: sum(attachments.filter(({ form }) => form === 'reference')),
    compacted,
    prefixHash: plan.prefixHash,
    change: { reason, layer, tokens, costUSD },
    epoch: {
      id: plan.epoch.id,
      reason: plan.epoch.reason,
      began: plan.epoch.startedTurn === plan.turn,
    },
    ...(misses.length > 0 ? { misses } : {}),
  }
}

function sum(attachments: readonly AttachmentView[]): number {
  return attachments.reduce((total, { tokens }) => total + tokens, 0)
}
