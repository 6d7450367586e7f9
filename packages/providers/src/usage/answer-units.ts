import type { CacheMemory } from '@varve/engine'
import type { PlacedBody } from './place-blocks.ts'

type StoredRequest = CacheMemory['requests'][number]

/**
 * Class `unit` also stores where an answer ended. That is seen in the next request: what stands right after
 * the earlier one, on the model's side, is its answer.
 */
export function addAnswerUnits(memory: CacheMemory, placed: PlacedBody): CacheMemory {
  const units = memory.requests.flatMap((stored) => {
    if (stored.lead !== placed.leadHash || !beginsWith(placed, stored)) return []
    const block = placed.blocks.get(answerEnd(placed, stored.chains.length) - 1)
    if (block === undefined) return []
    return [{ lead: placed.leadHash, chain: block.chain, end: block.end, usedAt: stored.usedAt }]
  })
  return units.length === 0 ? memory : { ...memory, units: [...memory.units, ...units] }
}

/** Names of prefixes name everything before them, so the last one is enough; they are stored short. */
function beginsWith(placed: PlacedBody, { chains }: StoredRequest): boolean {
  const last = chains.get(chains.length - 1)
  const block = placed.blocks.get(chains.length - 1)
  return last !== undefined && block !== undefined && block.chain.startsWith(last)
}

function answerEnd(placed: PlacedBody, from: number): number {
  let end = from
  while (placed.blocks.get(end)?.role === 'assistant') end += 1
  return end
}
