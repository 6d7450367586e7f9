import { type CacheMemory, EMPTY_CACHE_MEMORY } from '../cache-memory.ts'
import type { CacheProfile } from '../cache-profile.ts'
import type { CacheRequest } from '../cache-request.ts'
import { predictUsage } from '../predict-usage.ts'

/** Cached, written and uncached tokens of each request in turn, from an empty memory on. */
export function runRequests(
  profile: CacheProfile,
  ...requests: readonly CacheRequest[]
): readonly (readonly number[])[] {
  let memory: CacheMemory = EMPTY_CACHE_MEMORY
  return requests.map((request) => {
    const next = predictUsage(memory, request, profile)
    memory = next.memory
    return [next.usage.cached, next.usage.written, next.usage.uncached]
  })
}

export const minutes = (count: number): number => count * 60_000
