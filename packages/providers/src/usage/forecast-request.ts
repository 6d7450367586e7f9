import { type CacheMemory, type Prediction, predictUsage, type Tokenizer } from '@varve/engine'
import { cacheProfileOf } from '../catalogue/cache-profile-of.ts'
import type { CatalogueModel } from '../catalogue/catalogue-model.ts'
import { bodyBlocks } from '../wire/body-blocks.ts'
import type { WireRequest } from '../wire/wire.ts'
import { bodyScope } from '../wire/body-blocks-scope.ts'
import { addAnswerUnits } from './answer-units.ts'
import { placeBlocks } from './place-blocks.ts'

export interface ForecastInput {
  readonly model: CatalogueModel
  readonly request: WireRequest
  /** What the provider is expected to hold for this model. */
  readonly memory: CacheMemory
  readonly tokenizer: Tokenizer
  /** Milliseconds. */
  readonly at: number
  /** The request that makes the cache object which this one names. */
  readonly object?: Pick<WireRequest, 'body'>
}

export interface Forecast {
  readonly usage: Prediction
  readonly memory: CacheMemory
}

/** What a request will use and cost, told from its bytes: the same blocks that a provider sees. */
export function forecastRequest(input: ForecastInput): Forecast {
  const { model, request, memory, tokenizer, at, object } = input
  const covered = object ? bodyBlocks('gemini', object.body, tokenizer) : []
  const blocks = [...covered, ...bodyBlocks(request.protocol, request.body, tokenizer)]
  const placed = placeBlocks(blocks, bodyScope(request.protocol, request.body))
  const objectEnd = covered.filter(({ kind }) => kind !== 'tools').length
  const profile = cacheProfileOf(model, {
    lifetime: blocks.some(({ ttl }) => ttl === '1h') ? '1h' : '5m',
    isObject: object !== undefined,
  })
  const known = profile.matchClass === 'unit' ? addAnswerUnits(memory, placed) : memory
  return predictUsage(known, { ...placed, at, ...(object ? { objectEnd } : {}) }, profile)
}
