import { type GatheredResult, renderPlace } from '@varve/engine/internal'
import type { SourceView } from '@varve/contract'

/** Passages by the numbers under which a model is to cite them. */
export interface CitableHits {
  readonly sources: readonly SourceView[]
  /** How to cite them; empty where there are none. */
  readonly guidance: string
}

/** Numbers every passage once, in order. */
export function citeHits(gathered: readonly GatheredResult[], introduction: string): CitableHits {
  const found = new Map<string, SourceView>()
  for (const { hits = [] } of gathered)
    for (const { key, lines, unit } of hits) {
      const name = JSON.stringify([key, lines])
      const place = { lines, ...(unit ? { unit } : {}) }
      if (!found.has(name)) found.set(name, { number: found.size + 1, path: key, ...place })
    }
  const sources = [...found.values()]
  if (sources.length === 0) return { sources, guidance: '' }
  const numbers = sources.map(
    ({ number, path, lines, unit }) => `[^${number}] ${path}, ${renderPlace(lines, unit)}`,
  )
  return { sources, guidance: [introduction, ...numbers].join('\n') }
}
