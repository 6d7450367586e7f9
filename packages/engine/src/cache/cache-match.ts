import type { CacheMemory } from './cache-memory.ts'

/** What a request finds and leaves in a cache; the rest of its prompt is uncached. */
export interface CacheMatch {
  readonly cached: number
  readonly written: number
  readonly memory: CacheMemory
}
