import type { CacheMatch } from './cache-match.ts'
import type { CacheMemory } from './cache-memory.ts'
import type { CacheProfile } from './cache-profile.ts'
import { type CacheRequest, tokensThrough } from './cache-request.ts'
import { matchBreakpoint } from './match-breakpoint.ts'
import { matchObject, priceStorage } from './match-object.ts'
import { matchPrefix } from './match-prefix.ts'
import { matchUnit } from './match-unit.ts'
import { priceUsage } from './price-usage.ts'
import type { Prediction, Usage } from './usage.ts'

export type { CacheRequest, Prediction, Usage }

/**
 * What a request is expected to use, given what its provider is expected to hold, and what the provider
 * holds after it. Nothing is looked up but what comes in: the same arguments give the same forecast.
 */
export function predictUsage(
  memory: CacheMemory,
  request: CacheRequest,
  profile: CacheProfile,
): { readonly usage: Prediction; readonly memory: CacheMemory } {
  const match = matchRequest(memory, request, profile)
  const { cached, written } = match
  const input = tokensThrough(request, request.length)
  const usage = { input, cached, written, uncached: input - cached - written }
  const full = { input, cached: 0, written: 0, uncached: input }
  return {
    usage: { ...usage, costUSD: priceCall(usage, profile), fullCostUSD: priceUsage(full, profile) },
    memory: match.memory,
  }
}

function matchRequest(memory: CacheMemory, request: CacheRequest, profile: CacheProfile): CacheMatch {
  switch (profile.matchClass) {
    case 'prefix':
      return matchPrefix(memory, request, profile)
    case 'breakpoint':
      return matchBreakpoint(memory, request, profile)
    case 'unit':
      return matchUnit(memory, request, profile)
    case 'object':
      return matchObject(memory, request, profile)
    default:
      return profile.matchClass satisfies never
  }
}

/** An object is created by a call of its own, so the request that first names it pays for reading it too. */
function priceCall(usage: Usage, profile: CacheProfile): number {
  if (profile.matchClass !== 'object' || usage.written === 0) return priceUsage(usage, profile)
  const read = { ...usage, cached: usage.written }
  return priceUsage(read, profile) + priceStorage(usage.written, profile)
}
