import { sum } from '../statistics.ts'

/** Tokens that were not in the cache, beside the fewest that any layout could have. */
export interface Share {
  readonly calls: number
  readonly uncached: number
  readonly floor: number
}

/** One case under one provider's rules. */
export interface AgentOutcome {
  readonly run: string
  readonly after: string
  /** Of a provider, or the name of a way to use one. */
  readonly profile: string
  readonly runShare: Share
  readonly afterShare: Share
}

export function ratioOf(shares: readonly Share[]): number {
  return sum(shares.map(({ uncached }) => uncached)) / sum(shares.map(({ floor }) => floor))
}

/** The run and the turn after it. */
export function sharesOf({ runShare, afterShare }: AgentOutcome): readonly Share[] {
  return [runShare, afterShare]
}

interface Call {
  readonly turn: number
  readonly uncached: number
}

/** The calls of one turn together; calls and floors are in the same order. */
export function shareOf(calls: readonly Call[], floors: readonly number[], turn: number): Share {
  const own = calls.map((call, index) => ({ ...call, floor: floors[index] ?? 0 }))
  const chosen = own.filter((call) => call.turn === turn)
  return {
    calls: chosen.length,
    uncached: sum(chosen.map(({ uncached }) => uncached)),
    floor: sum(chosen.map(({ floor }) => floor)),
  }
}
