import type { CacheProfile, Plan } from '@varve/engine'
import type { Prediction } from '@varve/engine/internal'
import { cacheProfileOf, type CatalogueModel } from '@varve/providers'
import { keepsObjects, OBJECT_LIFETIME_SECONDS } from '../../packages/app/src/models/cache-object.ts'
import { paysForObject } from '../../packages/providers/src/send/gemini-cache-manager.ts'
import { benchModels } from '../cache/wire/bench-models.ts'
import { TOKENIZER } from '../engine/floor/setting.ts'

/** Gemini where the user has explicit objects switched on. */
export interface ObjectModel {
  readonly model: CatalogueModel
  readonly profile: CacheProfile
}

export async function objectModel(): Promise<ObjectModel> {
  const { catalogue } = (await benchModels('gemini', TOKENIZER)).find(undefined)
  const model = { ...catalogue, cache: { ...catalogue.cache, object: true, explicitCache: true } }
  return { model, profile: cacheProfileOf(model) }
}

interface KnownObject {
  readonly baseHash: string
  readonly tokens: number
  readonly expiresAt: number
}

/**
 * What each call of one chat uses by the app's own rules: which calls may name an object, and when making one pays.
 * A call that names one reads that and nothing else; all others read what the provider keeps by itself.
 */
export class ObjectRule {
  readonly #model: CatalogueModel
  readonly #times: number[] = []
  #object: KnownObject | undefined

  constructor(model: CatalogueModel) {
    this.#model = model
  }

  usageOf(plan: Plan, at: number): Prediction {
    this.#times.push(at)
    if (!keepsObjects(this.#model, plan)) return plan.predicted
    const named = this.#object
    this.#make(plan, at)
    if (named?.baseHash !== plan.baseHash || named.expiresAt <= at) return plan.predicted
    const { input } = plan.predicted
    return { ...plan.predicted, cached: named.tokens, uncached: input - named.tokens }
  }

  /** After the answer, for the next call. */
  #make(plan: Plan, at: number): void {
    const life = OBJECT_LIFETIME_SECONDS
    const expectedCalls = this.#times.filter((time) => at - time <= life * 1000).length
    const baseTokens = plan.leadTokens + (plan.blocks.get(plan.baseEnd - 1)?.end ?? 0)
    if (!paysForObject({ call: { model: this.#model }, baseTokens, expectedCalls }, life)) return
    this.#object = { baseHash: plan.baseHash, tokens: baseTokens, expiresAt: at + life * 1000 }
  }
}
