import type { Usage } from './usage.ts'

/** Prompt tokens as a provider reported them, in neutral form: `input` is the whole prompt. */
export interface ReportedUsage {
  readonly input: number
  readonly cached: number
  /** Left out where the provider does not tell writes from other uncached tokens. */
  readonly written?: number
}

/** Reported minus predicted, in tokens. */
export interface Reconciliation {
  readonly input: number
  readonly cached: number
  readonly written: number
  readonly uncached: number
  /** The largest difference of the three kinds as a share of the reported prompt. */
  readonly share: number
  /** What to tell the user; only where the difference is more than a tenth of the prompt. */
  readonly warning?: string
}

const TOLERATED_SHARE = 0.1

/** Compares a forecast with what the provider says it used. */
export function reconcileUsage(predicted: Usage, reported: ReportedUsage): Reconciliation {
  // A provider without a count of writes reports them among the uncached, so they are compared as one.
  const expected =
    reported.written === undefined
      ? { written: 0, uncached: predicted.written + predicted.uncached }
      : { written: predicted.written, uncached: predicted.uncached }
  const reportedWritten = reported.written ?? 0
  const reportedUncached = reported.input - reported.cached - reportedWritten
  const cached = reported.cached - predicted.cached
  const written = reportedWritten - expected.written
  const uncached = reportedUncached - expected.uncached
  const largest = Math.max(Math.abs(cached), Math.abs(written), Math.abs(uncached))
  const prompt = reported.input > 0 ? reported.input : predicted.input
  const share = prompt > 0 ? largest / prompt : 0
  const differences = { input: reported.input - predicted.input, cached, written, uncached, share }
  if (share <= TOLERATED_SHARE) return differences
  return { ...differences, warning: describeDifference(predicted, reported, share) }
}

function describeDifference(predicted: Usage, reported: ReportedUsage, share: number): string {
  const writes =
    reported.written === undefined
      ? ''
      : `, written ${reported.written} tokens where ${predicted.written} were expected`
  return (
    `The provider used its cache differently by ${Math.round(share * 100)} % of the prompt: ` +
    `read ${reported.cached} tokens where ${predicted.cached} were expected${writes}, ` +
    `in a prompt of ${reported.input} tokens where ${predicted.input} were expected.`
  )
}
