import type { Tokenizer } from '../budget/tokenizer.ts'
import type { CacheProfile } from '../cache/cache-profile.ts'
import { LIMITS, type SourceGroup } from '../budget/limits.ts'
import type { Layout } from './epoch/epoch.ts'

/** What the planner needs to know about one model. */
export interface ModelSpec {
  readonly id: string
  /** Context window in tokens; `Infinity` for no limit. */
  readonly window: number
  readonly reservedOutput: number
  /** Kept free against estimates that fall short. */
  readonly margin?: number
  readonly vision: boolean
  readonly tokenizer: Tokenizer
  readonly profile: CacheProfile
  readonly layout?: Layout
  /**
   * `fold` shortens old tool traffic at a re-base; `dump` replays all of it; `recall` (default) is `fold` with
   * passages of stripped turns that a message is about. [L4-3] [L4-5]
   */
  readonly history?: 'fold' | 'dump' | 'recall'
  /**
   * What becomes of a finished turn's tool results: `fold` (default) leaves a line for each and what the answer cited,
   * from the next request on; `keep` leaves them until they are old. [P-6]
   */
  readonly toolOutput?: 'fold' | 'keep'
  /**
   * At a re-base, recoverable entries that no turn attached for so many turns are shown as structure
   * and preview. Off where absent. [B-3]
   */
  readonly carryForwardTurns?: number
  /** In place of the defaults of the table of limits. [B-4] */
  readonly limits?: ModelLimits
}

export interface ModelLimits {
  /** Turns that a strip leaves as they are. */
  readonly turnsKept?: number
  /** The latest tool calls that stay whole with `toolOutput: 'keep'`. */
  readonly callsKept?: number
  /** Tokens that one message may bring back of stripped turns. */
  readonly recallTokens?: number
  /** Characters of a preview, by group of source. */
  readonly previews?: Readonly<Partial<Record<SourceGroup, number>>>
}

/** The latest tool calls of closed turns whose results stay whole in a new base. [P-6] */
export function wholeCalls({ history, toolOutput, limits }: ModelSpec): number {
  if (history === 'dump') return Number.POSITIVE_INFINITY
  return toolOutput === 'keep' ? (limits?.callsKept ?? LIMITS.tools.latestCallsWhole) : 0
}

/** Tokens that a request may use. [B-1] */
export function budgetOf(model: ModelSpec): number {
  return model.window - model.reservedOutput - (model.margin ?? 0)
}
