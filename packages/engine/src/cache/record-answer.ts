import type { Hash } from '../artifact/hash.ts'
import { type CacheMemory, rememberPrefixes } from './cache-memory.ts'
import { MAXIMUM_UNITS } from './match-unit.ts'

/** The end of a model's output, as the block that it will be in the next request. */
export interface RecordedAnswer {
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
