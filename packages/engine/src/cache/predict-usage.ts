import { type CacheMatch, type CacheRequest, tokensThrough } from './cache-request.ts'
import {
  type CacheMemory,
  EMPTY_CACHE_MEMORY,
  prefixName,
  rememberPrefixes,
  type StoredPrefix,
} from './cache-memory.ts'
import { type CacheProfile, isAlive, readableFromCache } from './cache-profile.ts'
import { matchPrefix } from './match-prefix.ts'
import { matchUnit } from './match-unit.ts'
import { type Prediction, priceUsage, type Usage } from './usage.ts'

/** The latest marks that a provider considers, by the most generous documented number. */
const MAXIMUM_STORED_MARKS = 80

/** Objects that are kept for one model: one or two per branch in use. */
const MAXIMUM_OBJECTS = 16

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

/** An object is created by a separate call, so the request that first names it also pays for reading it. */
function priceCall(usage: Usage, profile: CacheProfile): number {
  if (profile.matchClass !== 'object' || usage.written === 0) return priceUsage(usage, profile)
  const read = { ...usage, cached: usage.written }
  return priceUsage(read, profile) + priceStorage(usage.written, profile)
}

/**
 * Class `object`: what a request names is created by the first one and read by the later ones. Reading
 * does not lengthen the life of an object: it was rented for a fixed time, paid when it is created.
 */
function matchObject(memory: CacheMemory, request: CacheRequest, profile: CacheProfile): CacheMatch {
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
function priceStorage(tokens: number, profile: CacheProfile): number {
  return (tokens / 1e6) * profile.price.storagePerHour * (profile.lifetimeSeconds / 3600)
}

/** Class `breakpoint`: only a stored mark hits, and only from a mark of the request or shortly before one. */
function matchBreakpoint(memory: CacheMemory, request: CacheRequest, profile: CacheProfile): CacheMatch {
  const live = memory.marks.filter((stored) => isAlive(stored.usedAt, request.at, profile))
  const marks = effectiveMarks(request, profile)
  const hit = findHit(live, request, { marks, lookBack: profile.lookBackBlocks })
  const cached = hit === undefined ? 0 : readableFromCache(tokensThrough(request, hit + 1), profile)
  const last = marks.at(-1)
  const written = last === undefined ? 0 : tokensThrough(request, last + 1) - cached
  // Marks before the hit are used by it; those after it are written.
  const used = [...new Set(hit === undefined ? marks : [hit, ...marks])].sort((a, b) => a - b)
  const stored = used.map((index) => markAt(request, index)).filter((mark) => mark !== undefined)
  return {
    cached,
    written,
    memory: { ...EMPTY_CACHE_MEMORY, marks: rememberPrefixes(live, stored, MAXIMUM_STORED_MARKS) },
  }
}

/** Explicit marks and the implicit one, ascending; below the minimum a mark has no effect. */
function effectiveMarks(request: CacheRequest, profile: CacheProfile): readonly number[] {
  const marks = new Set(request.marks)
  if (profile.implicitMark) marks.add(request.length - 1)
  return [...marks]
    .filter((index) => index >= 0 && index < request.length)
    .filter((index) => tokensThrough(request, index + 1) >= profile.minimumTokens)
    .sort((a, b) => a - b)
}

/** The place of the longest stored mark in sight; the windows overlap, so the first one found from the end is it. */
function findHit(
  live: readonly StoredPrefix[],
  request: CacheRequest,
  { marks, lookBack }: { readonly marks: readonly number[]; readonly lookBack: number },
): number | undefined {
  const chains = new Set(live.filter(({ lead }) => lead === request.leadHash).map(({ chain }) => chain))
  for (const mark of marks.toReversed())
    for (let index = mark; index >= Math.max(0, mark - lookBack); index -= 1) {
      const block = request.blocks.get(index)
      if (block && chains.has(block.chain)) return index
    }
  return undefined
}

function markAt(request: CacheRequest, index: number): StoredPrefix | undefined {
  const block = request.blocks.get(index)
  return block && { lead: request.leadHash, chain: block.chain, end: block.end, usedAt: request.at }
}
