import type { ForecastView, ModelView } from '@varve/contract'
import { formatShare } from '../text/format.ts'

/** What one of several models would take and cost. */
export interface ForecastOfModel {
  readonly id: string
  readonly name: string
  /** The share of the prompt that it is expected to have in its cache. */
  readonly cached: string
  readonly costUSD: number
  /** Tokens that are too many for it. */
  readonly overBy?: number
}

/** Each of several models, under its name; none where one model answers. */
export function forecastModels(
  { models = [] }: ForecastView,
  chosen: readonly Pick<ModelView, 'id' | 'name'>[],
): readonly ForecastOfModel[] {
  return models.map(({ modelId: id, costUSD, cachedTokens, newTokens, overBy }) => ({
    id,
    name: chosen.find((model) => model.id === id)?.name ?? id,
    cached: formatShare(cachedTokens, cachedTokens + newTokens),
    costUSD,
    ...(overBy === undefined ? {} : { overBy }),
  }))
}

/** How much too long a message is for all of its models; one that fits any of them can be sent. */
export function overByAll(forecast: ForecastView | undefined): number | undefined {
  const { models = [] } = forecast ?? {}
  if (models.length === 0) return forecast?.overBy
  const over = models.flatMap(({ overBy }) => overBy ?? [])
  return over.length < models.length ? undefined : Math.min(...over)
}
