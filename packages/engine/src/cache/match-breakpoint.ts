import { isAlive, readableFromCache } from './cache-life.ts'
import { type CacheMemory, EMPTY_CACHE_MEMORY, rememberPrefixes, type StoredPrefix } from './cache-memory.ts'
import type { CacheProfile } from './cache-profile.ts'
import { type CacheRequest, tokensThrough } from './cache-request.ts'
import type { CacheMatch } from './cache-match.ts'

/** The latest marks that a provider considers, by the most generous documented number. */
const MAXIMUM_STORED_MARKS = 80

/** Class `breakpoint`: only a stored mark hits, and only from a mark of the request or shortly before one. */
export function matchBreakpoint(
  memory: CacheMemory,
  request: CacheRequest,
  profile: CacheProfile,
): CacheMatch {
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
