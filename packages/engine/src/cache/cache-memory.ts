import type { Hash } from '../artifact/hash.ts'
import { AppendLog } from '../collection/append-log.ts'

/** The start of a chain hash: a forecast needs no more, and a long conversation stores thousands. */
export type ShortHash = string

/** An earlier request, as the names of all its block prefixes in order. */
export interface StoredRequest {
  readonly lead: Hash
  readonly chains: AppendLog<ShortHash>
  readonly usedAt: number
}

/** A prefix that can be hit only as a whole; `end` counts its tokens without the tool definitions. */
export interface StoredPrefix {
  readonly lead: Hash
  readonly chain: Hash
  readonly end: number
  readonly usedAt: number
}

/** What one provider is expected to hold for one model, oldest use first. Plain data: it serialises as it is. */
export interface CacheMemory {
  readonly requests: readonly StoredRequest[]
  readonly marks: readonly StoredPrefix[]
  readonly units: readonly StoredPrefix[]
  readonly objects: readonly StoredPrefix[]
}

export const EMPTY_CACHE_MEMORY: CacheMemory = { requests: [], marks: [], units: [], objects: [] }

const SHORT_LENGTH = 16

export function shortenHash(hash: Hash): ShortHash {
  return hash.slice(0, SHORT_LENGTH)
}

/** Live entries with the new ones at the end, in place of the same prefixes; the longest unused fall out. */
export function rememberPrefixes(
  stored: readonly StoredPrefix[],
  used: readonly StoredPrefix[],
  limit: number,
): readonly StoredPrefix[] {
  const newest = new Map<string, StoredPrefix>()
  const lead = used[0]?.lead
  // Mostly all have the same tool definitions: then the chain alone is a name, and none has to be made.
  const isOneLead = [...stored, ...used].every((prefix) => prefix.lead === lead)
  const nameOf = (prefix: StoredPrefix): string => (isOneLead ? prefix.chain : prefixName(prefix))
  for (const prefix of stored) newest.set(nameOf(prefix), prefix)
  for (const prefix of used) {
    const name = nameOf(prefix)
    newest.delete(name)
    newest.set(name, prefix)
  }
  return [...newest.values()].slice(-limit)
}

/** Names a prefix together with the tool definitions before it. */
export function prefixName(prefix: { readonly lead: Hash; readonly chain: Hash }): string {
  return `${prefix.lead} ${prefix.chain}`
}

/**
 * Memory read back from storage. It serves a forecast only, so what does not parse counts as not
 * stored: the forecast is then too high, and the chat still opens.
 */
export function parseCacheMemory(value: unknown): CacheMemory {
  if (!isRecord(value)) return EMPTY_CACHE_MEMORY
  return {
    requests: parseList(value['requests'], parseRequest),
    marks: parseList(value['marks'], parsePrefix),
    units: parseList(value['units'], parsePrefix),
    objects: parseList(value['objects'], parsePrefix),
  }
}

function parseList<T>(value: unknown, parse: (item: unknown) => T | undefined): readonly T[] {
  if (!Array.isArray(value)) return []
  return value.map(parse).filter((item) => item !== undefined)
}

function parseRequest(value: unknown): StoredRequest | undefined {
  if (!isRecord(value)) return undefined
  const { lead, chains, usedAt } = value
  if (typeof lead !== 'string' || typeof usedAt !== 'number' || !isStringList(chains)) return undefined
  return { lead, chains: AppendLog.from(chains), usedAt }
}

function parsePrefix(value: unknown): StoredPrefix | undefined {
  if (!isRecord(value)) return undefined
  const { lead, chain, end, usedAt } = value
  if (typeof lead !== 'string' || typeof chain !== 'string') return undefined
  if (typeof end !== 'number' || typeof usedAt !== 'number') return undefined
  return { lead, chain, end, usedAt }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isStringList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
