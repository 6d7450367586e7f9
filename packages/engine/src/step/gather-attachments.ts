import type { Artifact, ArtifactKey } from '../artifact/artifact.ts'
import type { Hash } from '../artifact/hash.ts'
import type { Warning } from '../envelope/envelope.ts'
import type { AttachedRecord, State } from '../state/state.ts'
import type { TurnInput } from './step-input.ts'

export interface Gathered {
  readonly attached: readonly AttachedRecord[]
  readonly pins: readonly ArtifactKey[]
  /** Snapshots whose file has changed since. */
  readonly stale: readonly { readonly key: ArtifactKey; readonly hash: Hash }[]
}

export interface Gathering {
  readonly state: State
  readonly input: TurnInput
  readonly forgotten: readonly ArtifactKey[]
  /** What is found on the way is added. */
  readonly warnings: Warning[]
}

/** What is attached to this turn: the chips in order, one per key, then what is pinned. */
export function gatherAttachments(gathering: Gathering): Gathered {
  const { state, input, warnings } = gathering
  const stale = new Map<ArtifactKey, Hash>()
  const chips = new Map<ArtifactKey, AttachedRecord>()
  for (const { artifact, freshness } of input.attach ?? []) {
    const known = chips.get(artifact.key)
    if (known && known.artifact.contentHash !== artifact.contentHash)
      warnings.push({
        kind: 'duplicate-key',
        key: artifact.key,
        message: `${artifact.key} was attached twice with different texts; the last one counts.`,
      })
    const kept = freshness === 'snapshot' ? keptArtifact(state, artifact.key) : undefined
    // The user wants the text as it was: the kept version is attached, and the newer one is told of.
    if (kept && kept.contentHash !== artifact.contentHash) stale.set(artifact.key, artifact.contentHash)
    else stale.delete(artifact.key)
    chips.set(artifact.key, {
      artifact: kept ?? artifact,
      freshness: freshness ?? 'update',
      pinned: false,
      ownPriority: artifact.priority,
    })
  }
  const pins = pinnedKeys(gathering, chips)
  for (const key of pins) {
    const chip = chips.get(key)
    const artifact = chip?.artifact ?? keptArtifact(state, key)
    if (artifact)
      chips.set(key, {
        artifact: { ...artifact, priority: 'essential' },
        freshness: chip?.freshness ?? 'update',
        pinned: chip === undefined,
        ownPriority: artifact.priority,
      })
  }
  return { attached: [...chips.values()], pins, stale: [...stale].map(([key, hash]) => ({ key, hash })) }
}

function pinnedKeys(
  { state, input, forgotten, warnings }: Gathering,
  chips: ReadonlyMap<ArtifactKey, AttachedRecord>,
): readonly ArtifactKey[] {
  const unpinned = new Set([...(input.unpin ?? []), ...forgotten])
  const added = (input.pin ?? []).filter((key) => {
    if (chips.has(key) || state.places.has(key)) return true
    warnings.push({ kind: 'unknown-pin', key, message: `${key} is not in this conversation.` })
    return false
  })
  return [...new Set([...state.pins.filter((key) => !unpinned.has(key)), ...added])]
}

function keptArtifact(state: State, key: ArtifactKey): Artifact | undefined {
  const index = state.places.get(key)
  return index === undefined ? undefined : state.library.get(index)?.artifact
}
