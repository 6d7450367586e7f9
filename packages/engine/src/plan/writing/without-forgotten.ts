import type { ArtifactKey } from '../../artifact/artifact.ts'
import type { SearchHit, State, TurnRecord } from '../../state/state.ts'

/**
 * A past turn as it may still be sent: without what was forgotten since, also where that was attached again with
 * another text, and without the passages of it that a search found.
 */
export function withoutForgotten(record: TurnRecord, state: State): TurnRecord {
  const gone = new Set(forgottenSince(state, record.number))
  if (gone.size === 0) return record
  const attached = record.attached.filter(({ artifact }) => !gone.has(artifact.key))
  const gathered = record.gathered.map((result) => withoutHits(result, gone))
  const steps = Object.entries(record.steps).map(([model, all]) => [
    model,
    all.map((step) => ({ ...step, exchanges: step.exchanges.map((one) => withoutHits(one, gone)) })),
  ])
  return { ...record, attached, gathered, steps: Object.fromEntries(steps) }
}

/** Whether a search of a past turn found a passage of one of these. */
export function foundAny(state: State, keys: readonly ArtifactKey[]): boolean {
  const sought = new Set(keys)
  if (sought.size === 0) return false
  return [...state.history].some(({ gathered, steps }) => {
    const exchanges = Object.values(steps).flatMap((all) => all.flatMap((step) => step.exchanges))
    return [...gathered, ...exchanges].some(({ hits = [] }) => hits.some(({ key }) => sought.has(key)))
  })
}

function forgottenSince(state: State, turn: number): readonly ArtifactKey[] {
  const { forgotten, forgottenIn = [] } = state
  // They are in order, and most turns come after all of them. A state from before the turns were noted does not
  // say: there it counts since when a key is kept again.
  let first = forgotten.length
  while (first > 0 && (forgottenIn[first - 1] ?? Infinity) > turn) first -= 1
  return forgotten.slice(first).filter((key) => firstTurnOf(state, key) > turn)
}

function firstTurnOf({ library, places }: State, key: ArtifactKey): number {
  const index = places.get(key)
  return (index === undefined ? undefined : library.get(index)?.firstTurn) ?? Infinity
}

function withoutHits<Result extends { readonly hits?: readonly SearchHit[] }>(
  result: Result,
  gone: ReadonlySet<ArtifactKey>,
): Result {
  if (!result.hits?.some(({ key }) => gone.has(key))) return result
  return { ...result, hits: result.hits.filter(({ key }) => !gone.has(key)) }
}
