import type { CacheProfile } from './cache-profile.ts'
import type { Usage } from './usage.ts'

/** Cost in tokens, by which the planner compares layouts: it has a meaning also where money is zero. */
export function weighUsage(usage: Usage, { weights }: CacheProfile): number {
  return usage.cached * weights.read + usage.written * weights.write + usage.uncached * weights.uncached
}
