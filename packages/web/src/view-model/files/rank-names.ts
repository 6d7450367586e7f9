import { findPlace, type Mark } from '../text/find-place.ts'
import { foldText } from '../text/fold-text.ts'
import { takeBest } from '../text/take-best.ts'

export interface NameMatch<T> {
  readonly item: T
  readonly name: string
  readonly marks: readonly Mark[]
}

export interface RankedNames<T> {
  readonly matches: readonly NameMatch<T>[]
  readonly found: number
}

/** Folders or tags whose name holds a query: where it is the last step, or begins it, then a step or word, then anywhere. */
export function rankNames<T>(items: readonly T[], { query, limit, nameOf }: NameQuery<T>): RankedNames<T> {
  const wanted = foldText(query)
  const ranked = items.flatMap((item, place) => {
    const name = nameOf(item)
    const folded = foldText(name)
    if (wanted === '') return [{ item, name, rank: 0, place, marks: [] }]
    const last = folded.slice(folded.lastIndexOf('/') + 1)
    const found = findPlace(folded, wanted)
    if (!found) return []
    const marks = folded.length === name.length ? [found.mark] : []
    const rank = last === wanted ? 0 : last.startsWith(wanted) ? 1 : 2 + found.rank
    return [{ item, name, rank, place, marks }]
  })
  const matches = takeBest(ranked, limit, (a, b) => a.rank - b.rank || a.place - b.place)
  return { matches: matches.map(({ item, name, marks }) => ({ item, name, marks })), found: ranked.length }
}

interface NameQuery<T> {
  readonly query: string
  readonly limit: number
  readonly nameOf: (item: T) => string
}
