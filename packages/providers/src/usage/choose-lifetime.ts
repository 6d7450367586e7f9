import type { Lifetime } from '../catalogue/cache-profile-of.ts'

const SHORT_SECONDS = 300
const LONG_SECONDS = 3_600
/** More than a few percent: writing at 2 instead of 1.25 is then paid back by what is not written again. */
const PAYING_SHARE = 0.05
/** Fewer gaps than these say nothing. */
const FEWEST_GAPS = 3

/** Which lifetime marks should ask for, by the pauses between the calls so far, in seconds. */
export function chooseLifetime(gapsSeconds: readonly number[]): Lifetime {
  if (gapsSeconds.length < FEWEST_GAPS) return '5m'
  const between = gapsSeconds.filter((gap) => gap > SHORT_SECONDS && gap <= LONG_SECONDS)
  return between.length / gapsSeconds.length > PAYING_SHARE ? '1h' : '5m'
}
