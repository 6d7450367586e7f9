import type { Hash } from '../artifact/hash.ts'
import { type CacheProfile, isAlive, readableFromCache } from './cache-profile.ts'
import { type CacheMemory, EMPTY_CACHE_MEMORY, rememberPrefixes, type StoredPrefix } from './cache-memory.ts'
import type { CacheMatch, CacheRequest } from './cache-request.ts'
import { countCommonBlocks, liveRequests, rememberRequest } from './match-prefix.ts'

/** Units stored per model, about 32 turns: each is written again by every call that reads it. */
export const MAXIMUM_UNITS = 64

/** Class `unit`: the longest whole stored unit with which the request begins. */
export function matchUnit(memory: CacheMemory, request: CacheRequest, profile: CacheProfile): CacheMatch {
  const live = memory.units.filter((unit) => isAlive(unit.usedAt, request.at, profile))
  // A longer unit is read together with every shorter one that it begins with.
  const found = live.filter((unit) => beginsWith(request, unit))
  const longest = found.reduce((end, unit) => Math.max(end, unit.end), -1)
  const cached = longest < 0 ? 0 : readableFromCache(request.leadTokens + longest, profile)

  const requests = liveRequests(memory, request, profile)
  const ends = new Set<number>()
  for (const stored of requests)
    if (stored.lead === request.leadHash) ends.add(countCommonBlocks(stored, request))
  ends.add(request.length)
  const added = [...ends].sort((a, b) => a - b).flatMap((count) => unitAt(request, count))
  const refreshed = found.map((unit) => ({ ...unit, usedAt: request.at }))
  return {
    cached,
    written: 0,
    memory: {
      ...EMPTY_CACHE_MEMORY,
      requests: rememberRequest(requests, request, profile),
      units: rememberPrefixes(live, [...refreshed, ...added], MAXIMUM_UNITS),
    },
  }
}

function unitAt(request: CacheRequest, count: number): readonly StoredPrefix[] {
  const block = request.blocks.get(count - 1)
  if (block === undefined) return []
  return [{ lead: request.leadHash, chain: block.chain, end: block.end, usedAt: request.at }]
}

/** Found by token count, since an answer is recorded without its place; empty blocks share a count. */
function beginsWith(request: CacheRequest, unit: StoredPrefix): boolean {
  if (unit.lead !== request.leadHash) return false
  let low = 0
  let high = request.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((request.blocks.get(middle)?.end ?? Infinity) < unit.end) low = middle + 1
    else high = middle
  }
  for (let index = low; index < request.length; index += 1) {
    const block = request.blocks.get(index)
    if (block?.end !== unit.end) return false
    if (block.chain === unit.chain) return true
  }
  return false
}

/** The end of a model's output, as the block that it will be in the next request. */
interface RecordedAnswer {
  readonly chain: Hash
  readonly end: number
  readonly at: number
  /** Names the tool definitions of the call; those of the latest request where it is left out. */
  readonly leadHash?: Hash
}

/** Class `unit` stores where an answer ended; the other classes take no notice of it. */
export function recordAnswer(memory: CacheMemory, answer: RecordedAnswer): CacheMemory {
  const lead = answer.leadHash ?? memory.requests.at(-1)?.lead
  if (lead === undefined) return memory
  const unit = { lead, chain: answer.chain, end: answer.end, usedAt: answer.at }
  return { ...memory, units: rememberPrefixes(memory.units, [unit], MAXIMUM_UNITS) }
}
