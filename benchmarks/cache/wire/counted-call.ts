import type { CacheProfile } from '@varve/engine'

/** The prompt of one call: what came from the cache, what was written into it, and the rest. */
export interface Counts {
  readonly input: number
  readonly cached: number
  readonly written: number
  readonly uncached: number
}

/** One call, as it would go over the wire. */
export interface CountedCall {
  readonly model: string
  readonly turn: number
  readonly call: number
  /** By the simulator, from the bytes. */
  readonly counted: Counts
  /** Predicted from the bytes before sending. */
  readonly forecast: Counts
  /** Predicted by the plan, before there were bytes. */
  readonly planned: Counts
  /** Tokens up to each explicit mark. */
  readonly marks: readonly number[]
  readonly profile: CacheProfile
}
