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

  constructor(images: TraceImages) {
    this.#images = images
  }

  /** The plan with what its body is expected to use. */
  predict(plan: Plan, { spec: model, catalogue }: ReplayModel, at: number): Plan {
    const blocks = AppendLog.from(this.#blocksOf(plan, model, catalogue.protocol === 'anthropic'))
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
    return { ...plan, predicted: usage }
  }

  #blocksOf({ blocks }: Plan, model: ModelSpec, isAnthropic: boolean): readonly PlacedBlock[] {
    const all = blocks.slice(0)
    const isApart =
      isAnthropic &&
      all.some(({ part }) => part.kind === 'image' && this.#images.find(part.image.hash) !== undefined)
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
