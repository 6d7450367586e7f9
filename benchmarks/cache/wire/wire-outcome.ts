import type { ReplayLayout, ReplayProvider } from '@varve/lab'
import { sum } from '../../statistics.ts'
import type { CountedCall } from './counted-call.ts'

/** One conversation under one layout and provider. */
export interface WireOutcome {
  readonly script: string
  readonly provider: ReplayProvider
  readonly layout: ReplayLayout
  readonly calls: readonly CountedCall[]
  /** The fewest tokens not from cache that any layout could have. */
  readonly floor: number
}

/** Tokens not from cache. */
function paidOf({ calls }: WireOutcome): number {
  return sum(calls.map(({ counted }) => counted.input - counted.cached))
}

export function overFloor(outcomes: readonly WireOutcome[]): number {
  return sum(outcomes.map(paidOf)) / sum(outcomes.map(({ floor }) => floor))
}

/** What was written into caches, where providers tell; else all that was not in them. */
export function writtenOf({ calls }: WireOutcome): number {
  return sum(
    calls.map(({ counted, profile }) =>
      profile.matchClass === 'breakpoint' ? counted.written : counted.input - counted.cached,
    ),
  )
}

export function largestOf({ calls }: WireOutcome): number {
  return Math.max(0, ...calls.map(({ counted }) => counted.input))
}
