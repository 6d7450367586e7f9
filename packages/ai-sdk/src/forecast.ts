import { type ModelSpec, type Plan, predictUsage } from '@varve/engine'
import {
  AppendLog,
  type CacheMemory,
  EMPTY_CACHE_MEMORY,
  hashText,
  parseCacheMemory,
  type Prediction,
  stableJson,
} from '@varve/engine/internal'
import type { CatalogueModel } from '@varve/providers/convert'

/** What providers hold, by model, where the engine's own forecast does not know it. */
export type Memories = Readonly<Record<string, CacheMemory>>

export interface Forecast {
  readonly predicted: Prediction
  readonly memories: Memories
}

/**
 * What a call will use. The engine's own forecast is right but for one rule: Anthropic finds no message again once the
 * first picture comes or the last one goes. So its calls are followed here, requests with pictures under other names.
 */
export function forecastCall(
  plan: Plan,
  {
    model,
    catalogue,
    memories,
    at,
  }: {
    readonly model: ModelSpec
    readonly catalogue: CatalogueModel
    readonly memories: Memories
    readonly at: number
  },
): Forecast {
  if (catalogue.protocol !== 'anthropic') return { predicted: plan.predicted, memories }
  const blocks = plan.blocks.slice(0)
  const isApart = blocks.some(({ part }) => part.kind === 'image')
  const named = blocks.map((block) =>
    isApart && block.role !== 'system' ? { ...block, chain: `i${block.chain}` } : block,
  )
  const { usage, memory } = predictUsage(
    memories[model.id] ?? EMPTY_CACHE_MEMORY,
    {
      blocks: AppendLog.from(named),
      length: named.length,
      leadTokens: plan.leadTokens,
      leadHash: hashText(stableJson(plan.tools)),
      marks: plan.marks,
      at,
    },
    model.profile,
  )
  return { predicted: usage, memories: { ...memories, [model.id]: memory } }
}

/** Read back from JSON; what cannot be read counts as forgotten. */
export function parseMemories(value: unknown): Memories {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).map(([id, memory]) => [id, parseCacheMemory(memory)]))
}
