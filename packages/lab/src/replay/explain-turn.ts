import { describePlan, type Plan } from '@varve/engine'
import type { Omission, Usage } from '@varve/engine/internal'
import { divergenceWords, epochWords, omissionWords } from '@varve/app/internal'
import { type ReplayedTurn, warningsOf } from './replay-trace.ts'

/** A turn in words and numbers. */
export interface ExplainedTurn {
  readonly conversation: string
  readonly turn: number
  readonly provider: string
  readonly model: string
  readonly layout: string
  readonly calls: readonly ExplainedCall[]
  readonly epoch: {
    readonly id: number
    readonly reason: string
    readonly why: string
    /** Whether it begins with this turn. */
    readonly isNew: boolean
    readonly numbers: Plan['epoch']['numbers']
  }
  readonly divergence: Plan['divergence'] & { readonly why: string }
  readonly tokens: number
  readonly budget: number
  readonly marks: number
  readonly layers: readonly {
    readonly id: string
    readonly title: string
    readonly summary: string
    readonly tokens: number
    readonly segments: number
  }[]
  /** Largest first. */
  readonly largest: readonly ExplainedSegment[]
  readonly omissions: readonly (Omission & { readonly why: string })[]
  readonly warnings: readonly string[]
}

export interface ExplainedSegment {
  readonly layer: string
  readonly key: string
  readonly label: string
  readonly why: string
  readonly tokens: number
}

/** What one call is predicted to read from the cache, to write into it, and to be billed for as new. */
export interface ExplainedCall extends Usage {
  readonly costUSD: number
  readonly fullCostUSD: number
}

const LARGEST = 8

/** Explains a turn by its last call; `undefined` where no call of it fits the window. */
export function explainTurn(replayed: ReplayedTurn): ExplainedTurn | undefined {
  const { conversation, turn, provider, model, envelope, plans } = replayed
  const last = plans.at(-1)
  if (!last) return undefined
  const diverging = plans.find(({ divergence }) => divergence.reason !== 'none') ?? plans[0] ?? last
  const { layers, omissions } = describePlan(last, envelope)
  return {
    conversation,
    turn,
    provider,
    model: model.name,
    layout: last.layout,
    calls: plans.map(({ predicted }) => predicted),
    epoch: {
      id: last.epoch.id,
      reason: last.epoch.reason,
      why: epochWords(last.epoch.reason),
      isNew: last.epoch.startedTurn === last.turn,
      numbers: last.epoch.numbers,
    },
    divergence: { ...diverging.divergence, why: divergenceWords(diverging) },
    tokens: last.tokens,
    budget: last.budget,
    marks: last.marks.length,
    layers: layers.map(({ id, title, summary, tokens, segments }) => ({
      id,
      title,
      summary,
      tokens,
      segments: segments.length,
    })),
    largest: layers
      .flatMap(({ id, segments }) =>
        segments.map(({ name, label, why, tokens }) => ({ layer: id, key: name, label, why, tokens })),
      )
      .sort((a, b) => b.tokens - a.tokens)
      .slice(0, LARGEST),
    omissions: omissions.map((omission) => ({ ...omission, why: omissionWords(omission.reason) })),
    warnings: warningsOf(replayed),
  }
}
