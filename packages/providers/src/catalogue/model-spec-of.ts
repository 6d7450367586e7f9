import { estimateTokenizer, type ModelSpec, type Tokenizer } from '@varve/engine'
import { cacheProfileOf } from './cache-profile-of.ts'
import type { CatalogueModel } from './catalogue-model.ts'

/** The tokenizer of a model; the exact one is loaded only when it is wanted, for it is large. */
export async function loadTokenizer(model: CatalogueModel): Promise<Tokenizer> {
  if (model.tokenizer === 'estimate') return estimateTokenizer()
  const { o200kTokenizer } = await import('@varve/engine/tokenizer-o200k')
  return o200kTokenizer
}

/** What the planner needs to know about a model of the catalogue. */
export function modelSpecOf(model: CatalogueModel, tokenizer: Tokenizer): ModelSpec {
  return {
    id: model.id,
    window: model.window,
    reservedOutput: model.reservedOutput,
    vision: model.modalities.includes('image'),
    tokenizer,
    profile: cacheProfileOf(model),
  }
}
