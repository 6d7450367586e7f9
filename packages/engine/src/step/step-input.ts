import type { Artifact, ArtifactKey, ImageReference, Priority } from '../artifact/artifact.ts'
import type { Hash } from '../artifact/hash.ts'
import type { CacheMemory } from '../cache/cache-memory.ts'
import type { SectionInput } from '../layer/section.ts'
import type { ToolDefinition } from '../plan/message.ts'
import type { ModelSpec } from '../plan/model-spec.ts'
import type { AnswerRecord, Freshness, GatheredResult, ModelStep } from '../state/state.ts'

export interface Attachment {
  readonly artifact: Artifact
  /** Default: `update`. */
  readonly freshness?: Freshness
}

/** The user sends a message. */
export interface TurnInput {
  readonly kind: 'turn'
  readonly turnId: string
  /** Milliseconds since 1970, given by the caller; the engine reads no clock. */
  readonly at: number
  readonly text: string
  readonly sections: readonly SectionInput[]
  readonly models: readonly ModelSpec[]
  readonly tools?: readonly ToolDefinition[]
  readonly attach?: readonly Attachment[]
  /** Pictures pasted into or attached to this message. */
  readonly images?: readonly ImageReference[]
  /**
   * Whether the passages that the last answer cited and the files that its tools read are kept; yes where it is
   * absent. [P-6]
   */
  readonly keepUsed?: boolean
  /** Tool results gathered before the call (runners `plus` and `vault-qa`). */
  readonly gathered?: readonly GatheredResult[]
  /** Guidance for this turn only: detected areas, the current time if asked for. */
  readonly guidance?: string
  /** Kept artifacts that are known to have changed, without their new text. */
  readonly observed?: readonly { readonly key: ArtifactKey; readonly hash: Hash }[]
  readonly forget?: readonly ArtifactKey[]
  readonly pin?: readonly ArtifactKey[]
  readonly unpin?: readonly ArtifactKey[]
  readonly branch?: string
  /** The user asks for a new epoch, or the state was rebuilt from incomplete storage. */
  readonly rebase?: 'settings' | 'rebuilt'
  /** Names the guard's decision; another name begins a new epoch. */
  readonly guard?: string
  /** Texts that answer the needs of an earlier result, by id; an empty one counts as none. */
  readonly provided?: { readonly [need: string]: string }
  /** The user agrees to bounded extracts of non-recoverable text. [B-2] */
  readonly allowExtracts?: boolean
  /** The user asks for a base in short: a summary of older turns, previews of what can be had again. [B-6] */
  readonly compact?: boolean
  /** The priority of kept artifacts to the user from now on. [B-2] */
  readonly priorities?: readonly { readonly key: ArtifactKey; readonly priority: Priority }[]
  /** What the providers have stored, when a sibling branch called them since this state. */
  readonly caches?: { readonly [model: string]: CacheMemory }
}

/** A model called tools; their results go back to it. */
export interface ContinueInput {
  readonly kind: 'continue'
  readonly turnId: string
  readonly at: number
  readonly model: ModelSpec
  readonly step: ModelStep
}

/** The turn is answered; `chosen` continues the thread. */
export interface AnswerInput {
  readonly kind: 'answer'
  readonly turnId: string
  readonly at: number
  readonly answers: readonly AnswerRecord[]
  readonly chosen: string
}

export type StepInput = TurnInput | ContinueInput | AnswerInput
