import type { Artifact, ArtifactKey } from '../artifact/artifact.ts'
import type { Hash } from '../artifact/hash.ts'
import type { HashedList } from '../collection/hashed-list.ts'
import type { Section } from '../layer/section.ts'
import type { LibraryEntry, TurnRecord } from '../state/state.ts'

/** What is in L3: something attached now, a tool's result, or guidance for this turn only. */
export interface TurnSegment {
  readonly kind: 'attached' | 'tool-result' | 'guidance' | 'image' | 'changed'
  readonly key: ArtifactKey
  readonly title: string
  readonly contentHash: Hash
  readonly text: string
  /** Of what is attached. */
  readonly artifact?: Artifact
  readonly hash: Hash
}

export interface UserSegment {
  readonly text: string
  readonly hash: Hash
}

export interface Layer<Id extends string, Segment> {
  readonly id: Id
  readonly segments: Iterable<Segment> & { readonly length: number }
  /** A hash of segment hashes, so that it is incremental. */
  readonly hash: Hash
}

export interface Warning {
  readonly kind: 'duplicate-key' | 'unknown-forget' | 'unknown-pin' | 'unknown-observed' | 'unanswered-turn'
  readonly key: string
  readonly message: string
}

/** The five layers of one turn: logical, and the same for every model. [E-1] */
export interface Envelope {
  readonly version: 1
  readonly conversationId: string
  readonly turnId: string
  readonly turn: number
  readonly layers: {
    readonly L1: Layer<'L1', Section>
    readonly L2: Layer<'L2', LibraryEntry> & { readonly segments: HashedList<LibraryEntry> }
    readonly L3: Layer<'L3', TurnSegment>
    readonly L4: Layer<'L4', TurnRecord> & { readonly segments: HashedList<TurnRecord> }
    readonly L5: Layer<'L5', UserSegment>
  }
  readonly contentHash: Hash
  readonly forgotten: readonly ArtifactKey[]
  readonly warnings: readonly Warning[]
  readonly statistics: {
    readonly kept: number
    readonly attached: number
    readonly turns: number
    readonly toolResults: number
  }
}

/** A rule that does not hold, with the place. */
export interface Violation {
  /** The name of the rule in SPEC.md, e.g. `P-1`. */
  readonly rule: string
  readonly message: string
}
