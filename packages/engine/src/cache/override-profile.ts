import type { CacheProfile, Price } from './cache-profile.ts'

/** Any part of a profile, as a user's configuration gives it. */
export type ProfilePatch = Partial<Omit<CacheProfile, 'weights' | 'rates' | 'price'>> & {
  readonly weights?: Partial<CacheProfile['weights']>
  readonly rates?: Partial<CacheProfile['rates']>
  readonly price?: Partial<Price>
}

/** The profile with some numbers replaced; a list of cliffs is replaced as a whole. */
export function overrideProfile(base: CacheProfile, patch: ProfilePatch): CacheProfile {
  return {
    ...base,
    ...patch,
    weights: { ...base.weights, ...patch.weights },
    rates: { ...base.rates, ...patch.rates },
    price: { ...base.price, ...patch.price },
  }
}
