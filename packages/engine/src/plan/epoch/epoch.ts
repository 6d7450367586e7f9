import type { ArtifactKey } from '../../artifact/artifact.ts'
import type { Hash } from '../../artifact/hash.ts'
import type { AppendLog } from '../../collection/append-log.ts'
import type { PersistentMap } from '../../collection/persistent-map.ts'
import type { ReducedForm } from './base-forms.ts'
import type { PlacedBlock } from '../writing/block.ts'
import type { SectionHashes } from './section-hashes.ts'

export type Layout = 'auto' | 'ledger' | 'library'

/** Why a request begins to differ from the one before. [P-8] */
export type DivergenceReason =
  | 'settings'
  | 'agent'
  | 'memory'
  | 'project'
  | 'guidance'
  | 'tools'
  | 'context-attached'
  | 'file-changed'
  | 'compaction'
  | 'tool-output'
  | 'epoch-cold'
  | 'epoch-rent'
  | 'forgotten'
  | 'guard'
  | 'model-switch'
  | 'image'
  | 'branch'
  | 'rebuilt'
  | 'none'

/** One full copy of an artifact's text in a request. */
export interface FullCopy {
  readonly hash: Hash
  readonly turn: number
}

/** Where one artifact is in an epoch. */
export interface Place {
  /** Full copies, oldest first; empty while only a compacted form is included. */
  readonly copies: readonly FullCopy[]
  /** The version that a reader of the request ends up with, and the turn that gave it. */
  readonly current?: { readonly hash: Hash; readonly content: string; readonly turn: number }
  readonly shelf: 'library' | 'turn'
  readonly form: 'full' | 'updated' | 'compacted'
  /** Tokens of everything included for this key, and of its newest version in full. */
  readonly standingTokens: number
  readonly newestTokens: number
  /** Tokens before its first block: an edit moves it, and a re-base repeats only what is before. */
  readonly offset: number
  /** The observed version that the model already knows about. */
  readonly told?: Hash
}

/** Tool traffic of one turn, kept whole while it is recent. [P-6] */
export interface ToolRun {
  readonly turn: number
  readonly calls: number
  readonly tokens: number
  readonly foldedTokens: number
  readonly offset: number
}

/** The numbers behind a decision to re-base or not. [P-4] */
export interface RebaseNumbers {
  readonly deadWeight: number
  readonly rent: number
  readonly price: number
  readonly cold: boolean
}

/** Something that is not in a request, or not whole. */
export interface Omission {
  readonly key: ArtifactKey
  readonly reason: OmissionReason
  readonly tokens: number
  readonly form: 'omitted' | 'compacted' | 'marker' | 'extract'
}

export type OmissionReason =
  | 'budget'
  | 'not-used-lately'
  | 'image-of-other-note'
  | 'image-not-recent'
  | 'no-vision'
  | 'remote-image-without-consent'
  | 'duplicate-key'
  | 'tool-result-aged'
  | 'history-stripped'

/** A stretch of turns of one branch and model whose requests only ever append. */
export interface Epoch {
  readonly id: number
  readonly reason: DivergenceReason
  readonly numbers: RebaseNumbers
  readonly layout: Layout
  readonly renderingVersion: number
  readonly startedTurn: number
  readonly toolsHash: Hash
  readonly guard: string
  readonly sections: SectionHashes
  /** The memory that the model knows about. */
  readonly toldMemory: string
  readonly leadTokens: number
  readonly blocks: AppendLog<PlacedBlock>
  /** Block counts: end of the stable stem, of the base, and of what the last call sent. */
  readonly stemEnd: number
  /** Tokens of the stem: a newly kept entry joins its end at the next re-base. */
  readonly stemTokens: number
  readonly baseEnd: number
  /** Block count of what the next re-base is likely to repeat: up to recent tool traffic and edited entries. */
  readonly foldEnd: number
  readonly sentEnd: number
  readonly lastAt: number
  /** The last turn included with its answer, and the one still waiting for its answer. */
  readonly closedTurn: number
  readonly openTurn: number
  readonly places: PersistentMap<Place>
  /** Some entry is in a turn, not in the base: the classic layout promotes it. */
  readonly hasTurnEntries: boolean
  /** How many of the conversation's forgotten keys this epoch has taken note of. */
  readonly forgottenSeen: number
  /** Pictures in this request, by hash. */
  readonly images: PersistentMap<number>
  readonly toolRuns: readonly ToolRun[]
  /** Dead weight: superseded copies, folded updates, aged tool output. */
  readonly deadTokens: number
  /** Leading tokens that a re-base would repeat unchanged; only ever falls. */
  readonly cut: number
  readonly rent: number
  /** An update has said how its form is read. */
  readonly updatesExplained?: true
  /** Tokens of the first `settledEnd` blocks by the layer that they belong to now. */
  readonly layerTokens: { readonly L1: number; readonly L2: number; readonly L4: number }
  readonly settledEnd: number
  readonly lastReferences: { readonly turn: number; readonly text: string }
  /** By key and reason. */
  readonly omissions: PersistentMap<Omission>
  /** What the budget decided when the epoch began. */
  readonly forms: PersistentMap<ReducedForm>
  readonly stripBefore: number
  /** Recalled passages of stripped turns in this epoch, their tokens, and how many of those the newest turn added. */
  readonly recalled?: { readonly ids: readonly string[]; readonly tokens: number; readonly newTokens: number }
}
