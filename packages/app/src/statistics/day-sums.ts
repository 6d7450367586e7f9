import { localDay } from '@varve/workspace'
import { CallSum } from './call-sum.ts'
import type { ModelSumView, TurnStatisticsView } from './statistics-views.ts'

interface ModelOf {
  readonly modelId: string
  readonly modelName: string
}

type ModelSums = Map<string, { readonly modelName: string; readonly sum: CallSum }>

/** Sums in all, by model, by day, and by model of a day. */
export class DaySums {
  readonly #total = new CallSum()
  readonly #models: ModelSums = new Map()
  readonly #days = new Map<string, { readonly sum: CallSum; readonly models: ModelSums }>()

  /** Every sum that a call of this moment and model is part of. */
  of(at: number, model: ModelOf): readonly CallSum[] {
    const name = localDay(at)
    const day = this.#days.get(name) ?? { sum: new CallSum(), models: new Map() }
    this.#days.set(name, day)
    return [this.#total, day.sum, ofModel(this.#models, model), ofModel(day.models, model)]
  }

  view(): Pick<TurnStatisticsView, 'total' | 'days' | 'models'> {
    const days = [...this.#days].map(([day, { sum, models }]) => ({
      day,
      ...sum.view(),
      models: modelViews(models),
    }))
    return {
      total: this.#total.view(),
      days: days.sort((a, b) => (a.day < b.day ? 1 : -1)),
      models: modelViews(this.#models),
    }
  }
}

function ofModel(sums: ModelSums, { modelId, modelName }: ModelOf): CallSum {
  const known = sums.get(modelId) ?? { modelName, sum: new CallSum() }
  sums.set(modelId, known)
  return known.sum
}

/** Most calls first. */
function modelViews(sums: ModelSums): readonly ModelSumView[] {
  const views = [...sums].map(([modelId, { modelName, sum }]) => ({ modelId, modelName, ...sum.view() }))
  return views.sort((a, b) => b.calls - a.calls || (a.modelId < b.modelId ? -1 : 1))
}
