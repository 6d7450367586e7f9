import type { CacheProfile } from './cache-profile.ts'

/** Prompt tokens of one call by how they are billed; `input` is the sum of the other three. */
export interface Usage {
  readonly input: number
  readonly cached: number
  readonly written: number
  readonly uncached: number
}

/** What one call is expected to use and to cost, its answer aside. */
export interface Prediction extends Usage {
  /** With the storage of a cache object that this call creates. */
  readonly costUSD: number
  /** What the same prompt costs where nothing is cached. */
  readonly fullCostUSD: number
}

/** Cost in tokens, by which the planner compares layouts: it has a meaning also where money is zero. */
export function weighUsage(usage: Usage, { weights }: CacheProfile): number {
  return usage.cached * weights.read + usage.written * weights.write + usage.uncached * weights.uncached
}

/** Money for one call in US dollars. A price cliff is decided by the whole prompt and holds for all of the call. */
export function priceUsage(usage: Usage, profile: CacheProfile, outputTokens = 0): number {
  const { input, output } = rateFor(usage.input, profile)
  const { read, write } = profile.rates
  const prompt = usage.cached * read + usage.written * write + usage.uncached
  return (prompt * input + outputTokens * output) / 1e6
}

function rateFor(inputTokens: number, { price }: CacheProfile): { input: number; output: number } {
  // The highest cliff passed wins, in whatever order a user's file lists them.
  const passed = price.cliffs.filter(({ above }) => inputTokens > above).sort((a, b) => a.above - b.above)
  return passed.at(-1) ?? price
}

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
