import { type CacheProfile, DEFAULT_PROFILES, overrideProfile } from '@varve/engine'
import type { CatalogueModel } from './catalogue-model.ts'

/** The cache rules of a model: those of its class with its own numbers and prices. */
export function cacheProfileOf(model: CatalogueModel): CacheProfile {
  const { profile, minimumTokens, lifetimeSeconds, readRate, writeRate, marks } = model.cache
  const base: CacheProfile = DEFAULT_PROFILES[profile]
  const rates = {
    ...(readRate === undefined ? {} : { read: readRate }),
    ...(writeRate === undefined ? {} : { write: writeRate }),
  }
  return overrideProfile(base, {
    ...(minimumTokens === undefined ? {} : { minimumTokens }),
    ...(lifetimeSeconds === undefined ? {} : { lifetimeSeconds }),
    // Without marks a breakpoint provider stores only what it marks by itself.
    ...(base.matchClass === 'breakpoint' && !marks ? { maximumMarks: base.implicitMark ? 1 : 0 } : {}),
    rates,
    weights: rates,
    price: model.price,
    asOf: model.asOf,
    source: `${base.source}; ${model.source}`,
  })
}
