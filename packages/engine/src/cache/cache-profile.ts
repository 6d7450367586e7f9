/** How a provider decides that a request was seen before. */
export type MatchClass = 'prefix' | 'breakpoint' | 'unit' | 'object'

/** Money in US dollars for a million tokens. */
export interface Price {
  readonly input: number
  readonly output: number
  /** Dearer rates above a number of input tokens; the last that applies wins for the whole call. */
  readonly cliffs: readonly { readonly above: number; readonly input: number; readonly output: number }[]
  /** Storage of an explicit cache object, for a million tokens and an hour. */
  readonly storagePerHour: number
}

/** The cache rules of one provider as data: every number can be overridden by a user. */
export interface CacheProfile {
  readonly id: string
  readonly matchClass: MatchClass
  /** Prompts below this many tokens are not cached at all. */
  readonly minimumTokens: number
  /** Hits are rounded down to a multiple of this. */
  readonly stepTokens: number
  /** Explicit marks that a request may carry; 0 where the class needs none. */
  readonly maximumMarks: number
  /** The end of the newest message counts as a mark. */
  readonly implicitMark: boolean
  /** Only what goes in can carry a mark, not what the model itself wrote. */
  readonly marksInputOnly?: boolean
  /** How many blocks before a mark are looked at for a stored one. */
  readonly lookBackBlocks: number
  /** Expired for certain after this long without use. */
  readonly lifetimeSeconds: number
  /** The longer lifetime that can be asked for, where there is one. */
  readonly longLifetimeSeconds?: number
  /** What a write costs relative to the input price when the longer lifetime is asked for. */
  readonly longWriteRate?: number
  /** Relative to an uncached token, in tokens; used by the planner also where money is zero. */
  readonly weights: { readonly read: number; readonly write: number; readonly uncached: number }
  /** Relative to the input price, in money. */
  readonly rates: { readonly read: number; readonly write: number }
  readonly price: Price
  /** When the numbers were read, and where. */
  readonly asOf: string
  readonly source: string
}

/** Whether something last used at `usedAt` is expected to be there still; milliseconds both. */
export function isAlive(usedAt: number, at: number, profile: CacheProfile): boolean {
  return at - usedAt <= profile.lifetimeSeconds * 1000
}

/** What of a prefix this long can be read: whole steps, and nothing below the minimum. */
export function readableFromCache(tokens: number, profile: CacheProfile): number {
  if (tokens < profile.minimumTokens) return 0
  return profile.stepTokens > 1 ? tokens - (tokens % profile.stepTokens) : tokens
}
