import type { CacheProfile } from './cache-profile.ts'

/** Whether something last used at `usedAt` is expected to be there still; milliseconds both. */
export function isAlive(usedAt: number, at: number, profile: CacheProfile): boolean {
  return at - usedAt <= profile.lifetimeSeconds * 1000
}

/** What of a prefix this long can be read: whole steps, and nothing below the minimum. */
export function readableFromCache(tokens: number, profile: CacheProfile): number {
  if (tokens < profile.minimumTokens) return 0
  return profile.stepTokens > 1 ? tokens - (tokens % profile.stepTokens) : tokens
}
