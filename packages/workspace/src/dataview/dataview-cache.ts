import { hashText } from '@varve/engine/internal'
import { type DataviewOptions, type DataviewResult, prepareDataview } from './run-dataview.ts'

export interface DataviewCache {
  /** The same as `runDataview`, and run only where something that the result hangs on is new. */
  readonly run: (query: string, options: DataviewOptions) => DataviewResult
  /** How often a query was really run. */
  readonly runs: () => number
}

/** Keeps the results that were used last. */
export function createDataviewCache(maximumEntries = 200): DataviewCache {
  const entries = new Map<string, DataviewResult>()
  let runs = 0
  return {
    runs: () => runs,
    run: (query, options) => {
      const prepared = prepareDataview(query, options)
      const key = hashText(JSON.stringify([prepared.dependencies, options.maximumRows ?? null]))
      const known = entries.get(key)
      if (!known) runs += 1
      const result = known ?? prepared.run()
      // Put back at the end, so that the first is always the one that was not used for longest.
      entries.delete(key)
      entries.set(key, result)
      for (const oldest of entries.keys()) {
        if (entries.size <= maximumEntries) break
        entries.delete(oldest)
      }
      return result
    },
  }
}
