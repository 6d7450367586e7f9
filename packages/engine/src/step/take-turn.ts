import { type Hash, hashText } from '../artifact/hash.ts'
import { assembleEnvelope } from '../envelope/assemble-envelope.ts'
import type { Warning } from '../envelope/envelope.ts'
import { buildSections } from '../layer/section.ts'
import type { Memo } from '../memo.ts'
import { planTurn } from '../plan/plan-turn.ts'
import { stableJson } from '../plan/stable-json.ts'
import { foundAny } from '../plan/writing/without-forgotten.ts'
import {
  type AttachedRecord,
  entryHash,
  type LibraryEntry,
  type State,
  type TurnRecord,
} from '../state/state.ts'
import { checkTurnInput } from './check-turn-input.ts'
import { closeTurn } from './close-turn.ts'
import type { TurnInput } from './step-input.ts'
import type { TurnResult } from './step-result.ts'
import type { Artifact, ArtifactKey, Priority } from '../artifact/artifact.ts'
import { HashedList } from '../collection/hashed-list.ts'
import { PersistentMap } from '../collection/persistent-map.ts'
import { libraryEntryHash } from '../state/record-hash.ts'
import { usedArtifacts } from '../plan/writing/used-artifacts.ts'

/** What a turn added when it was first taken. */
export type TakenBefore = Pick<TurnRecord, 'attached' | 'observed'> & Pick<State, 'pins'>

/**
 * The user sends a message: the library grows, the envelope is built, every model gets a plan. A turn that is
 * taken again adds what it added then.
 */
export function takeTurn(before: State, input: TurnInput, memo: Memo, taken?: TakenBefore): TurnResult {
  checkTurnInput(input)
  const warnings: Warning[] = []
  const closed = before.open ? closeUnanswered(before, warnings) : before
  const used = (input.keepUsed ?? true) ? usedArtifacts(closed) : []
  const settled = keepUsed(applySettings(closed, input), used)
  const wanted = (input.forget ?? []).filter((key) => isKnown(settled, key, 'unknown-forget', warnings))
  const forgotten = withPassages(settled, wanted)
  const fewer = { ...settled, ...forgetArtifacts(settled, forgotten) }
  const remaining = { ...fewer, library: prioritizeEntries(fewer, input.priorities ?? []) }
  const number = before.turn + 1
  const { attached, pins, stale } = taken
    ? { ...taken, stale: [] }
    : gatherAttachments({ state: remaining, input, forgotten, warnings })
  const attachedKeys = new Set(attached.map(({ artifact }) => artifact.key))
  const unattached = newestObserved(input).filter(
    ({ key }) => !attachedKeys.has(key) && isKnown(remaining, key, 'unknown-observed', warnings),
  )
  const observed = taken ? taken.observed : [...unattached, ...stale]
  const refreshed = { ...remaining, library: refreshEntries(remaining, attached, number) }
  const kept = observeEntries(refreshed, observed)
  const stillUsed = used.filter(({ key }) => !forgotten.includes(key))
  const record = createRecord(input, { number, attached, observed, used: stillUsed })
  const state: State = {
    ...remaining,
    ...addEntries({ library: kept, places: remaining.places }, attached, number),
    turn: number,
    pins,
    ...rememberForgotten(remaining, forgotten, number),
    open: record,
  }
  const envelope = assembleEnvelope({ state, record, kept, forgotten, warnings })
  return planModels(state, record, input, { envelope, memo, branched: state.branch !== before.branch })
}

function planModels(
  state: State,
  record: TurnRecord,
  input: TurnInput,
  context: { envelope: TurnResult['envelope']; memo: Memo; branched: boolean },
): TurnResult {
  const marked = (input.priorities ?? []).filter(({ priority }) => priority === 'essential')
  const essential = marked.map(({ key }) => key)
  const results = input.models.map((model) => ({
    model,
    planned: planTurn({
      state,
      record,
      model,
      memo: context.memo,
      at: input.at,
      branched: context.branched,
      allowExtracts: record.allowExtracts ?? false,
      essential,
      ...(input.rebase ? { rebase: input.rebase } : {}),
    }),
  }))
  let { epochs, caches } = state
  for (const { model, planned } of results) {
    if (planned.kind !== 'planned') continue
    epochs = { ...epochs, [model.id]: planned.epoch }
    caches = { ...caches, [model.id]: planned.cache }
  }
  return {
    state: { ...state, epochs, caches },
    envelope: context.envelope,
    plans: results.flatMap(({ planned }) => (planned.kind === 'planned' ? [planned.plan] : [])),
    failures: results.flatMap(({ planned }) => (planned.kind === 'over-budget' ? [planned.error] : [])),
    needs: results.flatMap(({ planned }) => (planned.kind === 'planned' ? planned.needs : [])),
  }
}

function applySettings(state: State, input: TurnInput): State {
  const tools = [...(input.tools ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1))
  let provided = state.provided
  // An empty answer provides nothing: the extract remains.
  for (const [id, text] of Object.entries(input.provided ?? {}))
    if (text.trim() !== '') provided = provided.set(id, text)
  return {
    ...state,
    branch: input.branch ?? state.branch,
    sections: buildSections(input.sections),
    tools,
    toolsHash: hashText(stableJson(tools)),
    guard: input.guard ?? state.guard,
    caches: input.caches ?? state.caches,
    provided,
  }
}

/** What the last answer used becomes library, as if its turn had attached it. [P-6] */
function keepUsed(state: State, used: readonly Artifact[]): State {
  if (used.length === 0) return state
  const records = used.map(
    (artifact): AttachedRecord => ({
      artifact: prioritized(state, artifact),
      freshness: 'update',
      pinned: false,
      ownPriority: prioritized(state, artifact).priority,
    }),
  )
  const library = refreshEntries(state, records, state.turn)
  return { ...state, ...addEntries({ library, places: state.places }, records, state.turn) }
}

/** A newer version keeps the priority that its entry has. */
function prioritized(state: State, artifact: Artifact): Artifact {
  return { ...artifact, priority: keptArtifact(state, artifact.key)?.priority ?? artifact.priority }
}

function rememberForgotten(
  { forgotten: before, forgottenIn = [] }: State,
  now: readonly string[],
  turn: number,
): Pick<State, 'forgotten' | 'forgottenIn'> {
  const forgotten = [...before, ...now]
  if (forgotten.length === 0) return { forgotten }
  return { forgotten, forgottenIn: forgotten.map((_key, index) => forgottenIn[index] ?? turn) }
}

/** One observation per key: when a file changed twice, the last change is the one that counts. */
function newestObserved(input: TurnInput): TurnRecord['observed'] {
  const newest = new Map((input.observed ?? []).map(({ key, hash }) => [key, hash]))
  return [...newest].map(([key, hash]) => ({ key, hash }))
}

function createRecord(
  input: TurnInput,
  { used, ...parts }: Pick<TurnRecord, 'number' | 'attached' | 'observed'> & { used: readonly Artifact[] },
): TurnRecord {
  return {
    ...parts,
    ...(used.length === 0 ? {} : { used }),
    turnId: input.turnId,
    at: input.at,
    text: input.text,
    images: input.images ?? [],
    gathered: input.gathered ?? [],
    guidance: input.guidance ?? '',
    steps: {},
    ...(input.allowExtracts ? { allowExtracts: true as const } : {}),
    ...(input.compact ? { compact: true as const } : {}),
    hash: '',
  }
}

function closeUnanswered(state: State, warnings: Warning[]): State {
  warnings.push({
    kind: 'unanswered-turn',
    key: state.open?.turnId ?? '',
    message: `Turn ${state.turn} was never answered.`,
  })
  return closeTurn(state, undefined)
}

function isKnown(state: State, key: string, kind: Warning['kind'], warnings: Warning[]): boolean {
  if (state.places.has(key) || (kind === 'unknown-forget' && foundAny(state, [key]))) return true
  warnings.push({ kind, key, message: `${key} is not in this conversation.` })
  return false
}

interface Gathered {
  readonly attached: readonly AttachedRecord[]
  readonly pins: readonly ArtifactKey[]
  /** Snapshots whose file has changed since. */
  readonly stale: readonly { readonly key: ArtifactKey; readonly hash: Hash }[]
}

interface Gathering {
  readonly state: State
  readonly input: TurnInput
  readonly forgotten: readonly ArtifactKey[]
  /** What is found on the way is added. */
  readonly warnings: Warning[]
}

/** What is attached to this turn: the chips in order, one per key, then what is pinned. */
function gatherAttachments(gathering: Gathering): Gathered {
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
    // The user wants the old text: the kept version is attached, and the newer one is reported.
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

type Library = Pick<State, 'library' | 'places'>

/** With a file go the passages of it that were kept because an answer used them. */
function withPassages({ library }: State, keys: readonly ArtifactKey[]): readonly ArtifactKey[] {
  if (keys.length === 0) return keys
  const gone = new Set(keys)
  const passages = [...library].filter(
    ({ artifact: { kind, recoverable, source } }) =>
      kind === 'selection' && recoverable && gone.has(source.path ?? ''),
  )
  return [...new Set([...keys, ...passages.map(({ artifact }) => artifact.key)])]
}

/** Takes keys out of the library for good; those that are not in it are ignored. */
function forgetArtifacts(library: Library, keys: readonly ArtifactKey[]): Library {
  const gone = new Set(keys.filter((key) => library.places.has(key)))
  if (gone.size === 0) return library
  const rest = [...library.library].filter(({ artifact }) => !gone.has(artifact.key))
  return {
    library: HashedList.from(rest, entryHash),
    places: PersistentMap.from(rest.map(({ artifact }, index) => [artifact.key, index] as const)),
  }
}

/** Marks kept artifacts as essential, normal or optional; keys that are not kept are ignored. */
function prioritizeEntries(
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
function refreshEntries(
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
function observeEntries(
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
function addEntries(library: Library, attached: readonly AttachedRecord[], turn: number): Library {
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
