import type { ArtifactKey } from '../../artifact/artifact.ts'
import type { SearchHit, State, ToolExchange, TurnRecord } from '../../state/state.ts'
import { passageArtifact } from './used-artifacts.ts'

/**
 * A past turn as it may still be sent: without what was forgotten since, also where that was attached again with
 * another text, and without the passages of it that a search found.
 */
export function withoutForgotten(record: TurnRecord, state: State): TurnRecord {
  const gone = new Set(forgottenSince(state, record.number))
  if (gone.size === 0) return record
  const attached = record.attached.filter(({ artifact }) => !gone.has(artifact.key))
  const gathered = record.gathered.map((result) => {
    const left = withoutHits(result, gone)
    return isReadOf(result, gone) ? { ...left, text: FORGOTTEN } : left
  })
  const steps = Object.entries(record.steps).map(([model, all]) => [
    model,
    all.map((step) => ({
      ...step,
      exchanges: step.exchanges.map((one) => {
        const left = withoutHits(one, gone)
        return isReadOf(one, gone) ? { ...left, result: FORGOTTEN } : left
      }),
    })),
  ])
  const used = record.used?.filter(({ key }) => !gone.has(key))
  return { ...record, attached, ...(used ? { used } : {}), gathered, steps: Object.fromEntries(steps) }
}

/** Stands in place of a result that read what was forgotten. */
const FORGOTTEN = '[forgotten by the user]'

/** Whether a tool of a past turn found a passage of one of these, or read it. */
export function foundAny(state: State, keys: readonly ArtifactKey[]): boolean {
  const sought = new Set(keys)
  if (sought.size === 0) return false
  return [...state.history].some(({ gathered, steps }) => {
    const exchanges = Object.values(steps).flatMap((all) => all.flatMap((step) => step.exchanges))
    return [...gathered, ...exchanges].some(
      (result) => isReadOf(result, sought) || (result.hits ?? []).some((hit) => isOf(hit, sought)),
    )
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
  if (!result.hits?.some((hit) => isOf(hit, gone))) return result
  return { ...result, hits: result.hits.filter((hit) => !isOf(hit, gone)) }
}

function isReadOf(
  { file, passage }: Pick<ToolExchange, 'file' | 'passage'>,
  keys: ReadonlySet<ArtifactKey>,
): boolean {
  return (file !== undefined && keys.has(file.key)) || (passage !== undefined && isOf(passage, keys))
}

/** A passage goes with its file, and by the key that it is kept under. */
function isOf(hit: SearchHit, keys: ReadonlySet<ArtifactKey>): boolean {
  return keys.has(hit.key) || keys.has(passageArtifact(hit).key)
}
