import { type CacheProfile, isAlive, readableFromCache } from './cache-profile.ts'

/** The fewest uncached tokens that a conversation could have used so far, whatever its layout. [C-0] */
export interface FloorMeter {
  readonly uncached: number
  readonly calls: number
  readonly lastAt: number
}

export const EMPTY_FLOOR: FloorMeter = { uncached: 0, calls: 0, lastAt: 0 }

/** One call, as the floor sees it. */
export interface FloorCall {
  /** Tokens that the model never got as input before; an answer is new when it first comes back. */
  readonly newTokens: number
  /** Everything that must be readable in this call, the new tokens included. */
  readonly readableTokens: number
  /** Milliseconds. */
  readonly at: number
}

/**
 * Adds what one call cannot avoid. The best a layout can do is to repeat all that was readable before
 * as a prefix; of that, the rounding to the step, all of it while it is below the minimum, and all of
 * it once the lifetime has lapsed must be paid again.
 */
export function addFloor(meter: FloorMeter, call: FloorCall, profile: CacheProfile): FloorMeter {
  const warm = meter.calls > 0 && isAlive(meter.lastAt, call.at, profile)
  const repeated = Math.max(0, call.readableTokens - call.newTokens)
  const readable = warm ? readableFromCache(repeated, profile) : 0
  // New tokens count also where they need not stay readable.
  const unavoidable = Math.max(call.newTokens, call.readableTokens - readable)
  return { uncached: meter.uncached + unavoidable, calls: meter.calls + 1, lastAt: call.at }
}
