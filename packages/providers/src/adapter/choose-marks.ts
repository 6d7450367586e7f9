import { estimateTokenizer } from '@varve/engine'
import { cacheProfileOf } from '../catalogue/cache-profile-of.ts'
import type { CatalogueModel } from '../catalogue/catalogue-model.ts'
import type { CacheHooks } from './call-input.ts'
import type { LossList } from './loss-list.ts'
import type { Mark, PlacedPart } from './placed-message.ts'

interface MarkInput {
  readonly model: CatalogueModel
  readonly cache: CacheHooks | undefined
  /** By the index of their block; what is not sent is missing. */
  readonly parts: ReadonlyMap<number, PlacedPart>
  readonly losses: LossList
}

/**
 * Which parts carry a mark. One that cannot stand where the plan wants it moves to the nearest part before;
 * marks beyond the provider's number are dropped from the front, for the last ones are read first. Longer
 * lifetimes stand before shorter ones, as the provider demands.
 */
export function chooseMarks({ model, cache, parts, losses }: MarkInput): ReadonlyMap<number, Mark> {
  const wanted = [...new Set(cache?.marks ?? [])].sort((a, b) => a - b)
  if (!model.cache.marks || wanted.length === 0) return new Map()
  const order = [...parts.keys()]
  const places: { index: number; isLong: boolean }[] = []
  for (const [rank, index] of wanted.entries()) {
    const nearest = order.findLast((key) => key <= index && isMarkable(model, parts.get(key)))
    const place = nearest === index || isLargeEnough(model, parts, nearest) ? nearest : undefined
    if (place !== index) losses.add(`cache mark after block ${index}`, describeMove(place))
    if (place === undefined || places.some((known) => known.index === place)) continue
    places.push({ index: place, isLong: rank < (cache?.longMarks ?? 0) })
  }
  const allowed = allowedMarks(model)
  for (const dropped of places.slice(0, Math.max(0, places.length - allowed)))
    losses.add(`cache mark after block ${dropped.index}`, `at most ${allowed} are allowed`)
  return new Map(places.slice(-allowed).map(({ index, isLong }) => [index, { isLong }]))
}

/** The planner counted for the place it chose; a mark that moves must not fall below the minimum. */
function isLargeEnough(
  model: CatalogueModel,
  parts: ReadonlyMap<number, PlacedPart>,
  place: number | undefined,
): boolean {
  if (place === undefined) return false
  const tokenizer = estimateTokenizer()
  const minimum = cacheProfileOf(model).minimumTokens
  let tokens = 0
  for (const [index, { part }] of parts) {
    // A long conversation is not counted again: its beginning is enough.
    if (tokens >= minimum || index > place) break
    if ('text' in part) tokens += tokenizer.count(part.text)
  }
  return tokens >= minimum
}

/** The end of the newest message counts where the provider marks it by itself. */
function allowedMarks(model: CatalogueModel): number {
  const { maximumMarks, implicitMark } = cacheProfileOf(model)
  return maximumMarks - (implicitMark ? 1 : 0)
}

function describeMove(place: number | undefined): string {
  if (place === undefined) return 'nothing before it can carry one'
  return `nothing there can carry one; it stands after block ${place}`
}

/** OpenAI marks input only; no one marks reasoning; other protocols know no marks. */
function isMarkable(model: CatalogueModel, placed: PlacedPart | undefined): boolean {
  if (!placed || placed.part.kind === 'reasoning') return false
  if (model.protocol === 'anthropic') return true
  return model.provider === 'openai' && placed.role !== 'assistant'
}
