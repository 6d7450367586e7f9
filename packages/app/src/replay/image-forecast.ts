import {
  AppendLog,
  type CacheMemory,
  EMPTY_CACHE_MEMORY,
  hashText,
  type ModelSpec,
  type Plan,
  predictUsage,
  stableJson,
} from '@varve/engine'
import { type CacheScope, withinScope } from '../turn/cache-scope.ts'
import type { ReplayModel } from './replay-models.ts'
import type { TraceImages } from './trace-images.ts'

type Blocks = Plan['blocks']
type PlacedBlock = NonNullable<ReturnType<Blocks['get']>>

/**
 * Forecasts for a conversation with pictures. The engine's own knows neither that Anthropic finds no message
 * again once the first picture comes or the last one goes, nor that a picture without bytes is sent as a line.
 */
export class ImageForecast {
  readonly #images: TraceImages
  readonly #memories = new Map<string, CacheMemory>()
  readonly #scopes = new Map<string, CacheScope>()

  constructor(images: TraceImages) {
    this.#images = images
  }

  /** The plan with what its body is expected to use. */
  predict(plan: Plan, { spec: model, catalogue }: ReplayModel, at: number): Plan {
    const blocks = AppendLog.from(this.#blocksOf(plan, model, this.#isApart(plan, catalogue)))
    const { usage, memory } = predictUsage(
      this.#memories.get(model.id) ?? EMPTY_CACHE_MEMORY,
      {
        blocks,
        length: blocks.length,
        leadTokens: plan.leadTokens,
        leadHash: hashText(stableJson(plan.tools)),
        marks: plan.marks,
        at,
        objectEnd: plan.baseEnd,
      },
      model.profile,
    )
    this.#memories.set(model.id, memory)
    const now = { image: String(this.#isApart(plan, catalogue)), settings: '' }
    const before = this.#scopes.get(model.id)
    this.#scopes.set(model.id, now)
    return { ...withinScope(plan, { before, now, profile: model.profile }), predicted: usage }
  }

  /** Whether the provider looks for the messages only among requests with pictures. */
  #isApart({ blocks }: Plan, { protocol }: ReplayModel['catalogue']): boolean {
    if (protocol !== 'anthropic') return false
    return blocks
      .slice(0)
      .some(({ part }) => part.kind === 'image' && this.#images.find(part.image.hash) !== undefined)
  }

  #blocksOf({ blocks }: Plan, model: ModelSpec, isApart: boolean): readonly PlacedBlock[] {
    const all = blocks.slice(0)
    let end = 0
    return all.map((block) => {
      const tokens = this.#tokensOf(block, model)
      end += tokens
      // Another name for the same prefix, so that it is found only among requests with pictures.
      const chain = isApart && block.role !== 'system' ? `i${block.chain}` : block.chain
      return { ...block, tokens, end, chain }
    })
  }

  #tokensOf({ part, tokens }: PlacedBlock, { tokenizer }: ModelSpec): number {
    if (part.kind !== 'image' || this.#images.find(part.image.hash)) return tokens
    return tokenizer.count(`[image ${part.image.name}: not available]`)
  }
}
