import { type CacheProfile, DEFAULT_PROFILES, overrideProfile } from '@varve/engine'
import type { CatalogueModel } from './catalogue-model.ts'

export type Lifetime = '5m' | '1h'

export interface ProfileOptions {
  /** What the marks of a request ask for. */
  readonly lifetime?: Lifetime
  /** The request names an explicit cache object. */
  readonly isObject?: boolean
}

/** The cache rules of a model: those of its class with its own numbers and prices. */
export function cacheProfileOf(model: CatalogueModel, options: ProfileOptions = {}): CacheProfile {
  const profile = ownProfile(model)
  if (options.isObject) return { ...profile, id: `${profile.id}-object`, matchClass: 'object' }
  const { longLifetimeSeconds, longWriteRate } = profile
  if (options.lifetime !== '1h' || longLifetimeSeconds === undefined) return profile
  const write = longWriteRate ?? profile.rates.write
  return overrideProfile(profile, {
    lifetimeSeconds: longLifetimeSeconds,
    rates: { write },
    weights: { write },
  })
}

function ownProfile(model: CatalogueModel): CacheProfile {
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
