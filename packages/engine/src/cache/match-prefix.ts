import { AppendLog } from '../collection/append-log.ts'
import { type CacheProfile, isAlive, readableFromCache } from './cache-profile.ts'
import { type CacheMemory, EMPTY_CACHE_MEMORY, type StoredRequest, shortenHash } from './cache-memory.ts'
import { type CacheMatch, type CacheRequest, tokensThrough } from './cache-request.ts'

/** Requests that are kept to be compared with: branches and epochs in use at the same time. */
const MAXIMUM_REQUESTS = 8

/** Class `prefix`: the longest common prefix with any request still held, in whole steps. */
export function matchPrefix(memory: CacheMemory, request: CacheRequest, profile: CacheProfile): CacheMatch {
  const live = liveRequests(memory, request, profile)
  let cached = 0
  for (const stored of live) {
    if (stored.lead !== request.leadHash) continue
    const tokens = tokensThrough(request, countCommonBlocks(stored, request))
    cached = Math.max(cached, readableFromCache(tokens, profile))
  }
  const requests = rememberRequest(live, request, profile)
  return { cached, written: 0, memory: { ...EMPTY_CACHE_MEMORY, requests } }
}

export function liveRequests(
  memory: CacheMemory,
  request: CacheRequest,
  profile: CacheProfile,
): readonly StoredRequest[] {
  return memory.requests.filter((stored) => isAlive(stored.usedAt, request.at, profile))
}

/**
 * How many leading blocks a stored request shares with this one. A chain hash names everything before
 * it, so equal ones are a run at the front and a binary search finds its end.
 */
export function countCommonBlocks(stored: StoredRequest, request: CacheRequest): number {
  let common = 0
  let different = Math.min(stored.chains.length, request.length) + 1
  while (different - common > 1) {
    const middle = (common + different) >> 1
    if (sharesBlocks(stored, request, middle)) common = middle
    else different = middle
  }
  return common
}

/**
 * Adds the request at the end. A stored one that it extends is replaced, which costs time only for the
 * blocks that are new; one that it only shares a part with stays, with its own age.
 */
export function rememberRequest(
  live: readonly StoredRequest[],
  request: CacheRequest,
  profile: CacheProfile,
): readonly StoredRequest[] {
  if (tokensThrough(request, request.length) < profile.minimumTokens) return live
  let longest: StoredRequest | undefined
  const others: StoredRequest[] = []
  for (const stored of live) {
    if (!isExtendedBy(stored, request)) others.push(stored)
    else if (longest === undefined || stored.chains.length > longest.chains.length) longest = stored
  }
  const known = longest?.chains ?? AppendLog.empty<string>()
  const added = request.blocks.slice(known.length, request.length).map(({ chain }) => shortenHash(chain))
  others.push({ lead: request.leadHash, chains: known.append(added), usedAt: request.at })
  return others.slice(-MAXIMUM_REQUESTS)
}

function isExtendedBy(stored: StoredRequest, request: CacheRequest): boolean {
  const { length } = stored.chains
  return stored.lead === request.leadHash && length <= request.length && sharesBlocks(stored, request, length)
}

function sharesBlocks(stored: StoredRequest, request: CacheRequest, count: number): boolean {
  if (count === 0) return true
  const block = request.blocks.get(count - 1)
  return block !== undefined && shortenHash(block.chain) === stored.chains.get(count - 1)
}
