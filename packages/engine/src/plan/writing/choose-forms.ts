import type { ArtifactKey } from '../../artifact/artifact.ts'
import { type BaseForms, FULL_FORMS } from '../epoch/base-forms.ts'
import type { Epoch } from '../epoch/epoch.ts'
import type { OpenOptions } from '../epoch/open-options.ts'
import type { State } from '../../state/state.ts'

/** Entries that carry-forward shows in short: recoverable, and unused for long enough. [B-3] */
export function carriedKeys({ state, record, model }: OpenOptions): ReadonlySet<ArtifactKey> {
  const limit = model.carryForwardTurns
  if (limit === undefined) return new Set()
  const idle = [...state.library].filter(
    ({ artifact, lastTurn }) =>
      artifact.recoverable && artifact.priority !== 'essential' && record.number - lastTurn > limit,
  )
  return new Set(idle.map(({ artifact }) => artifact.key))
}

export function carriedForms(carried: ReadonlySet<ArtifactKey>): BaseForms {
  return { ...FULL_FORMS, entries: new Map([...carried].map((key) => [key, 'preview'])) }
}

/** Whether an entry is shortened or missing, and was not given in full since. */
export function isShortened({ forms, places }: Pick<Epoch, 'forms' | 'places'>, key: ArtifactKey): boolean {
  return forms.has(key) && (places.get(key)?.copies.length ?? 0) === 0
}

function isEssential({ library, places }: State, key: ArtifactKey): boolean {
  const index = places.get(key)
  return index !== undefined && library.get(index)?.artifact.priority === 'essential'
}

/** Whether a shortened entry has become essential. [B-2] */
export function becameEssential(epoch: Epoch, state: State, keys: readonly ArtifactKey[]): boolean {
  return keys.some((key) => isShortened(epoch, key) && isEssential(state, key))
}

/** A re-base for another reason than the budget leaves compacted what was compacted. */
export function keptForms(
  { previous, record, state }: OpenOptions,
  carried: ReadonlySet<ArtifactKey>,
): BaseForms {
  const idle = carriedForms(carried)
  if (!previous) return idle
  const attached = new Set(record.attached.map(({ artifact }) => artifact.key))
  const entries = [...previous.forms].filter(
    ([key]) =>
      !attached.has(key) && state.places.has(key) && isShortened(previous, key) && !isEssential(state, key),
  )
  return {
    entries: new Map([...idle.entries, ...entries]),
    stripBefore: previous.stripBefore,
    ageTools: false,
  }
}
