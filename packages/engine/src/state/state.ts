import type { Artifact, ArtifactKey, ImageReference, Priority, Range } from '../artifact/artifact.ts'
import type { Hash } from '../artifact/hash.ts'
import type { PlaceUnit } from '../artifact/place.ts'
import type { CacheMemory } from '../cache/cache-memory.ts'
import { HashedList } from '../collection/hashed-list.ts'
import { PersistentMap } from '../collection/persistent-map.ts'
import type { Section } from '../layer/section.ts'
import type { Epoch } from '../plan/epoch/epoch.ts'
import type { ToolDefinition } from '../plan/message.ts'

/** What the user wants for an artifact whose text changed since the model read it. [P-5] */
export type Freshness = 'update' | 'refresh' | 'snapshot'

/** A kept artifact: its newest known version, at the place where it was first seen. */
export interface LibraryEntry {
  readonly artifact: Artifact
  /** Turn that first attached the key. */
  readonly firstTurn: number
  /** Turn that gave this version. */
  readonly versionTurn: number
  /** Turn that last attached it: the budget compacts what was not used for longest. */
  readonly lastTurn: number
  /** Edited entries are after the history, so that the next edit re-bills little. [P-7] */
  readonly edited: boolean
  /** A newer version that is known to exist but whose text was not given. */
  readonly observed?: Hash
  /** Names key, kind, title and version: the leaf of the layer's hash. */
  readonly hash: Hash
}

export interface AttachedRecord {
  readonly artifact: Artifact
  readonly freshness: Freshness
  /** Attached by a pin, not by this turn's chips. */
  readonly pinned: boolean
  /** What counts again once it is unpinned: a pin makes an artifact essential while it lasts. */
  readonly ownPriority: Priority
}

/** A passage that a search found. Where its text is readable already, only key and lines are given. [L3-3] */
export interface SearchHit {
  readonly key: ArtifactKey
  readonly contentHash: Hash
  /** First and last, in what its file is counted in. */
  readonly lines: Range
  /** Lines where it is absent. */
  readonly unit?: PlaceUnit
  readonly text: string
}

/** What a call read of a file; it is kept from the next turn on. [P-6] */
interface FileRead {
  /** The file, read whole. */
  readonly file?: Artifact
  /** All that was read of it, otherwise. */
  readonly passage?: SearchHit
}

/** A tool result that the runner gathered before the call; it is in the user's message. */
export interface GatheredResult extends FileRead {
  readonly tool: string
  /** Canonical JSON. */
  readonly arguments: string
  readonly text: string
  readonly hits?: readonly SearchHit[]
  readonly recoverable: boolean
}

/** One tool call of a model with its result. */
export interface ToolExchange extends FileRead {
  readonly callId: string
  readonly tool: string
  /** Canonical JSON. */
  readonly arguments: string
  readonly result: string
  readonly hits?: readonly SearchHit[]
  readonly recoverable: boolean
}

/** What a model said before calling tools, the calls, and what came back. */
export interface ModelStep {
  readonly text: string
  readonly reasoning?: { readonly text: string; readonly opaque?: string }
  readonly exchanges: readonly ToolExchange[]
}

/** A place that an answer cites. */
export type CitedPlace = Pick<SearchHit, 'key' | 'lines' | 'unit'>

export interface AnswerRecord {
  readonly model: string
  /** Passages that its tools found and that it cites; they are kept from the next turn on. [P-6] */
  readonly cited?: readonly CitedPlace[]
  /** As received. */
  readonly text: string
  readonly reasoning?: { readonly text: string; readonly opaque?: string }
}

/** Everything that one turn added: enough to fold it into any model's epoch, immediately or later. */
export interface TurnRecord {
  readonly number: number
  readonly turnId: string
  readonly at: number
  readonly text: string
  readonly attached: readonly AttachedRecord[]
  /** What the answer before this turn used: it is kept from here on. Absent where there is nothing. [P-6] */
  readonly used?: readonly Artifact[]
  readonly images: readonly ImageReference[]
  readonly gathered: readonly GatheredResult[]
  readonly guidance: string
  readonly observed: readonly { readonly key: ArtifactKey; readonly hash: Hash }[]
  /** Tool steps by model; a model's own are replayed natively, another's neutrally. */
  readonly steps: { readonly [model: string]: readonly ModelStep[] }
  /** The user agrees to bounded extracts of kept non-recoverable text, for this turn. */
  readonly allowExtracts?: boolean
  /** The user asked for a base in short. */
  readonly compact?: boolean
  readonly answer?: AnswerRecord
  /** Of the closed turn; empty while it is open and still grows. */
  readonly hash: Hash
}

/** The conversation as data. Every field is immutable; versions share what they have in common. */
export interface State {
  readonly version: 1
  readonly conversationId: string
  readonly branch: string
  /** The number of the latest turn; 0 before the first. */
  readonly turn: number
  readonly sections: readonly Section[]
  readonly tools: readonly ToolDefinition[]
  readonly toolsHash: Hash
  /** Kept artifacts in first-seen order. */
  readonly library: HashedList<LibraryEntry>
  readonly places: PersistentMap<number>
  readonly pins: readonly ArtifactKey[]
  /** Every key that was forgotten, in order; an epoch compares how many it has seen. */
  readonly forgotten: readonly ArtifactKey[]
  /** The turn that forgot each of them; absent while nothing was forgotten. */
  readonly forgottenIn?: readonly number[]
  /** Closed turns. */
  readonly history: HashedList<TurnRecord>
  /** The turn that waits for its answer. */
  readonly open?: TurnRecord
  readonly guard: string
  readonly epochs: { readonly [model: string]: Epoch }
  readonly caches: { readonly [model: string]: CacheMemory }
  /** Texts that a model made on request, by the id of the need: a replay calls no model. */
  readonly provided: PersistentMap<string>
}

export const entryHash = (entry: LibraryEntry): Hash => entry.hash
export const turnHash = (record: TurnRecord): Hash => record.hash

/** An empty conversation. */
export function createState(options: { readonly conversationId: string; readonly branch?: string }): State {
  return {
    version: 1,
    conversationId: options.conversationId,
    branch: options.branch ?? 'main',
    turn: 0,
    sections: [],
    tools: [],
    toolsHash: '',
    library: HashedList.empty(entryHash),
    places: PersistentMap.empty(),
    pins: [],
    forgotten: [],
    history: HashedList.empty(turnHash),
    guard: '',
    epochs: {},
    caches: {},
    provided: PersistentMap.empty(),
  }
}
