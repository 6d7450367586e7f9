import type { Hash } from '../artifact/hash.ts'
import type { Prediction } from '../cache/predict-usage.ts'
import type { AppendLog } from '../collection/append-log.ts'
import type { PersistentMap } from '../collection/persistent-map.ts'
import type { PlacedBlock } from './writing/block.ts'
import type { DivergenceReason, Layout, Omission, Place, RebaseNumbers } from './epoch/epoch.ts'
import type { ToolDefinition } from './message.ts'

export type LayerId = 'L1' | 'L2' | 'L3' | 'L4' | 'L5'

/** Where and why a request begins to differ from the call before. [P-8] */
export interface Divergence {
  readonly reason: DivergenceReason
  readonly layer: LayerId
  /** The key or section at the first difference; empty where nothing differs. */
  readonly key: string
  /** Tokens of the previous call that are no longer in the prefix. */
  readonly tokens: number
  readonly costUSD: number
}

/** One model's request, ready to be sent, with everything that explains it. */
export interface Plan {
  readonly model: string
  readonly branch: string
  readonly turn: number
  /** Which call of the turn, counted from 1. */
  readonly call: number
  readonly layout: Layout
  readonly epoch: {
    readonly id: number
    readonly reason: DivergenceReason
    readonly startedTurn: number
    readonly numbers: RebaseNumbers
  }
  readonly tools: readonly ToolDefinition[]
  readonly leadTokens: number
  readonly blocks: AppendLog<PlacedBlock>
  /** Block counts: the stable stem, the base, and the beginning of this turn. */
  readonly stemEnd: number
  readonly baseEnd: number
  readonly turnStart: number
  /** What the last call of this branch and model had in front too; nothing for a first call. */
  readonly kept: {
    readonly blocks: number
    readonly tokens: number
    /** It was sent so long ago that the provider is sure to have forgotten it. */
    readonly isCold: boolean
  }
  /** Indices of blocks followed by a cache mark. */
  readonly marks: readonly number[]
  readonly entries: PersistentMap<Place>
  readonly omissions: PersistentMap<Omission>
  readonly layerTokens: { readonly [layer in LayerId]: number }
  readonly tokens: number
  readonly budget: number
  readonly predicted: Prediction
  readonly divergence: Divergence
  /** Names the epoch's base, and the whole request. */
  readonly baseHash: Hash
  readonly prefixHash: Hash
}
