import { sum } from '../../statistics.ts'
import type { Counts } from './counted-call.ts'

/** Several calls together. */
export function totalCounts(calls: readonly Counts[]): Counts {
  return {
    input: sum(calls.map(({ input }) => input)),
    cached: sum(calls.map(({ cached }) => cached)),
    written: sum(calls.map(({ written }) => written)),
    uncached: sum(calls.map(({ uncached }) => uncached)),
  }
}

export function percent(part: number, whole: number, digits = 1): string {
  return `${((100 * part) / whole).toFixed(digits)} %`
}
