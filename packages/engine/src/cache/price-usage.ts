import type { CacheProfile } from './cache-profile.ts'
import type { Usage } from './usage.ts'

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
