import { isAlive } from './cache-life.ts'
import { type CacheMemory, EMPTY_CACHE_MEMORY, prefixName, rememberPrefixes } from './cache-memory.ts'
import type { CacheProfile } from './cache-profile.ts'
import { type CacheRequest, tokensThrough } from './cache-request.ts'
import type { CacheMatch } from './cache-match.ts'

/** Objects that are kept for one model: one or two per branch in use. */
const MAXIMUM_OBJECTS = 16

/**
 * Class `object`: what a request names is created by the first one and read by the later ones. Reading
 * does not lengthen the life of an object: it was rented for a fixed time, paid when it is created.
 */
export function matchObject(memory: CacheMemory, request: CacheRequest, profile: CacheProfile): CacheMatch {
  const live = memory.objects.filter((stored) => isAlive(stored.usedAt, request.at, profile))
  const count = Math.min(request.objectEnd ?? 0, request.length)
  const block = request.blocks.get(count - 1)
  const tokens = tokensThrough(request, count)
  const kept = { ...EMPTY_CACHE_MEMORY, objects: live }
  if (block === undefined || tokens < profile.minimumTokens) return { cached: 0, written: 0, memory: kept }

  const object = { lead: request.leadHash, chain: block.chain, end: block.end, usedAt: request.at }
  const name = prefixName(object)
  if (live.some((stored) => prefixName(stored) === name)) return { cached: tokens, written: 0, memory: kept }
  const objects = rememberPrefixes(live, [object], MAXIMUM_OBJECTS)
  return { cached: 0, written: tokens, memory: { ...kept, objects } }
}

/** Storage of a new object of this many tokens for its whole lifetime, in US dollars. */
export function priceStorage(tokens: number, profile: CacheProfile): number {
  return (tokens / 1e6) * profile.price.storagePerHour * (profile.lifetimeSeconds / 3600)
}
