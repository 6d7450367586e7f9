import type { Hash } from './hash.ts'

/** Names one artifact in a workspace; made by `artifactKey`, never by hand. */
export type ArtifactKey = string

export type ArtifactKind =
  | 'note'
  | 'file'
  | 'pdf'
  | 'image'
  | 'url'
  | 'tweet'
  | 'web-tab'
  | 'web-selection'
  | 'youtube'
  | 'selection'
  | 'paste'
  | 'upload'
  | 'chat'
  | 'dataview'
  | 'folder'
  | 'tag'
  | 'tool-result'
  | 'unparsed'

/** What the budget may do with an artifact: nothing, compact it late, or compact it first and drop it. */
export type Priority = 'essential' | 'normal' | 'optional'

/** How a note came into this turn; it changes the tag that the model reads, never the key. */
export type ArtifactRole = 'active' | 'embedded'

export type Range = readonly [from: number, to: number]

/** Where an artifact came from. Each kind uses the fields that its key is made of. */
export interface Source {
  readonly path?: string
  readonly url?: string
  /** First and last line, counted from 1. */
  readonly lines?: Range
  readonly pages?: Range
  /** A dataview query, or a tool's arguments as canonical JSON. */
  readonly query?: string
  /** The id of another chat, the name of a tag, a folder or a tool. */
  readonly name?: string
  /** Which call of a tool in its turn, counted from 1. */
  readonly ordinal?: number
}

/** A picture that belongs to an artifact or to a message; its bytes live in the content store. */
export interface ImageReference {
  readonly hash: Hash
  readonly mediaType: string
  readonly name: string
  readonly width?: number
  readonly height?: number
}

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue }

/** One typed piece of context. */
export interface Artifact {
  readonly key: ArtifactKey
  readonly kind: ArtifactKind
  readonly title: string
  readonly source: Source
  /** Carried byte for byte. */
  readonly content: string
  readonly contentHash: Hash
  /** Whether the workspace or the network can give the text again. */
  readonly recoverable: boolean
  readonly priority: Priority
  readonly role?: ArtifactRole
  readonly images: readonly ImageReference[]
  readonly metadata: { readonly [name: string]: JsonValue }
}
