import type { Artifact, ArtifactKey, Priority } from '../artifact/artifact.ts'
import type { Hash } from '../artifact/hash.ts'
import { HashedList } from '../collection/hashed-list.ts'
import { PersistentMap } from '../collection/persistent-map.ts'
import { libraryEntryHash } from '../state/record-hash.ts'
import { entryHash, type AttachedRecord, type LibraryEntry, type State } from '../state/state.ts'

type Library = Pick<State, 'library' | 'places'>

/** Takes keys out of the library for good; those that are not in it are ignored. */
export function forgetArtifacts(library: Library, keys: readonly ArtifactKey[]): Library {
  const gone = new Set(keys.filter((key) => library.places.has(key)))
  if (gone.size === 0) return library
  const rest = [...library.library].filter(({ artifact }) => !gone.has(artifact.key))
  return {
    library: HashedList.from(rest, entryHash),
    places: PersistentMap.from(rest.map(({ artifact }, index) => [artifact.key, index] as const)),
  }
}

/** Marks kept artifacts as essential, normal or optional; keys that are not kept are ignored. */
export function prioritizeEntries(
  library: Library,
  priorities: readonly { readonly key: ArtifactKey; readonly priority: Priority }[],
): HashedList<LibraryEntry> {
  let list = library.library
  for (const { key, priority } of priorities) {
    const index = library.places.get(key)
    const entry = index === undefined ? undefined : list.get(index)
    if (index === undefined || !entry || entry.artifact.priority === priority) continue
    list = list.set(index, { ...entry, artifact: { ...entry.artifact, priority } })
  }
  return list
}

/** Gives known entries their newest version, at their first-seen place. [L2-2] */
export function refreshEntries(
  library: Library,
  attached: readonly AttachedRecord[],
  turn: number,
): HashedList<LibraryEntry> {
  let list = library.library
  for (const attachedNow of attached) {
    const artifact = keptForm(attachedNow)
    const index = library.places.get(artifact.key)
    const entry = index === undefined ? undefined : list.get(index)
    if (index === undefined || !entry) continue
    list = list.set(index, renewed(entry, artifact, turn))
  }
  return list
}

/** A pin and being active belong to the turn; the library keeps the artifact as it is. */
function keptForm({ artifact, ownPriority }: AttachedRecord): Artifact {
  const { role: _role, ...plain } = artifact
  return { ...plain, priority: ownPriority }
}

function renewed(entry: LibraryEntry, artifact: Artifact, turn: number): LibraryEntry {
  const isEdit = entry.artifact.contentHash !== artifact.contentHash
  const { observed: _observed, ...rest } = entry
  return {
    ...rest,
    artifact,
    versionTurn: isEdit ? turn : entry.versionTurn,
    lastTurn: turn,
    edited: entry.edited || isEdit,
    hash: libraryEntryHash(artifact),
  }
}

/** Notes that entries changed outside, without their new text. */
export function observeEntries(
  library: Library,
  observed: readonly { readonly key: ArtifactKey; readonly hash: Hash }[],
): HashedList<LibraryEntry> {
  let list = library.library
  for (const { key, hash } of observed) {
    const index = library.places.get(key)
    const entry = index === undefined ? undefined : list.get(index)
    if (index === undefined || !entry) continue
    const { observed: _before, ...rest } = entry
    list = list.set(index, entry.artifact.contentHash === hash ? rest : { ...rest, observed: hash })
  }
  return list
}

/** Adds keys that were never seen, or seen and forgotten, at the end. [L2-1] */
export function addEntries(library: Library, attached: readonly AttachedRecord[], turn: number): Library {
  let { library: list, places } = library
  for (const attachedNow of attached) {
    const artifact = keptForm(attachedNow)
    if (places.has(artifact.key)) continue
    places = places.set(artifact.key, list.length)
    list = list.append({
      artifact,
      firstTurn: turn,
      versionTurn: turn,
      lastTurn: turn,
      edited: false,
      hash: libraryEntryHash(artifact),
    })
  }
  return { library: list, places }
}
