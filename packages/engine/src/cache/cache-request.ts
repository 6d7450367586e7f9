import type { Hash } from '../artifact/hash.ts'
import type { AppendLog } from '../collection/append-log.ts'
import type { PlacedBlock } from '../plan/writing/block.ts'
import type { CacheMemory } from './cache-memory.ts'

/**
 * One request as a provider's cache sees it. Matching is by whole blocks: a block that differs in any byte
 * counts as entirely new, though a provider may still reuse the tokens before the difference. The forecast is
 * then too high, by less than one block.
 */
export interface CacheRequest {
  readonly blocks: AppendLog<PlacedBlock>
  /** How many blocks of `blocks` the request holds. */
  readonly length: number
  /** Tokens of the tool definitions, which come first in every request. */
  readonly leadTokens: number
  /** Names the tool definitions; nothing is shared between requests whose definitions differ. */
  readonly leadHash: Hash
  /** Indices of the blocks followed by an explicit mark. */
  readonly marks: readonly number[]
  /** Milliseconds; the model knows no other clock. */
  readonly at: number
  /** How many blocks an explicit cache object covers; class `object` only. */
  readonly objectEnd?: number
}

/** Tokens of the request up to and including its first `count` blocks. */
export function tokensThrough(request: CacheRequest, count: number): number {
  if (count <= 0) return request.leadTokens
  return request.leadTokens + (request.blocks.get(count - 1)?.end ?? 0)
}

/** What a request finds and leaves in a cache; the rest of its prompt is uncached. */
export interface CacheMatch {
  readonly cached: number
  readonly written: number
  readonly memory: CacheMemory
}
