import type { ArtifactKey } from '../../artifact/artifact.ts'
import type { Hash } from '../../artifact/hash.ts'
import type { MessageRole, Part } from '../message.ts'

/** What a block of a request is for. */
export type BlockPiece =
  | 'section'
  | 'library-heading'
  | 'artifact'
  | 'update'
  | 'compacted'
  | 'reference'
  | 'changed'
  | 'memory-update'
  | 'guidance'
  | 'image'
  | 'tool-call'
  | 'tool-result'
  | 'reasoning'
  | 'user'
  | 'answer'
  | 'summary'
  | 'recalled'

/** Where a block comes from; the inspector and the checks read this, never the text. */
export interface BlockOrigin {
  readonly piece: BlockPiece
  /** The turn that gave it; 0 for what belongs to no turn. */
  readonly turn: number
  readonly key?: ArtifactKey
  readonly contentHash?: Hash
  readonly section?: string
}

/** One part of a request with what the cache model needs to know about it. */
export interface Block {
  readonly role: MessageRole
  readonly part: Part
  readonly tokens: number
  readonly origin: BlockOrigin
}

/** A block at its place: `chain` names the whole request up to and including it, `end` counts its tokens. */
export interface PlacedBlock extends Block {
  readonly chain: Hash
  readonly end: number
}
