import { priceUsage } from '@varve/engine'
import { cacheProfileOf, type ProfileOptions } from '../catalogue/cache-profile-of.ts'
import type { CatalogueModel } from '../catalogue/catalogue-model.ts'
import type { ReportedUsage } from '../wire/wire.ts'

export interface CallPrice {
  readonly costUSD: number
  /** Against the same call with nothing cached; below zero where writing cost more than reading saved. */
  readonly savedUSD: number
}

/** Money for a call as it was reported, its answer included. */
export function priceCall(model: CatalogueModel, usage: ReportedUsage, options?: ProfileOptions): CallPrice {
  const profile = cacheProfileOf(model, options)
  const costUSD = priceUsage(usage, profile, usage.output)
  const full = { input: usage.input, cached: 0, written: 0, uncached: usage.input }
  return { costUSD, savedUSD: priceUsage(full, profile, usage.output) - costUSD }
}
