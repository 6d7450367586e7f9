import type { ArtifactKey, ArtifactKind, ArtifactRole, Source } from '../artifact/artifact.ts'
import type { Reference } from './render-references.ts'
import type { UpdateBody } from './render-update.ts'

/** One piece of a rendered text, with every text as it was before rendering. */
export type ParsedPiece =
  | { readonly kind: 'heading' }
  | {
      readonly kind: 'artifact'
      readonly artifactKind: ArtifactKind
      readonly role?: ArtifactRole
      readonly key: ArtifactKey
      readonly title: string
      readonly content: string
      readonly turn: number
      readonly source: Source
    }
  | {
      readonly kind: 'update'
      readonly key: ArtifactKey
      readonly supersedesTurn: number
      readonly turn: number
      readonly body: UpdateBody
    }
  /** A result that was given without a key to read it again by. */
  | { readonly kind: 'tool-result'; readonly tool: string; readonly content: string; readonly turn: number }
  | { readonly kind: 'references'; readonly references: readonly Reference[] }
  | { readonly kind: 'same-references'; readonly turn: number }
  | { readonly kind: 'changed'; readonly key: ArtifactKey; readonly turn: number }
  | {
      readonly kind: 'compacted'
      readonly key: ArtifactKey
      readonly artifactKind: ArtifactKind
      readonly body: string
    }
  | { readonly kind: 'memory-update'; readonly body: string }
  | { readonly kind: 'guidance'; readonly text: string }
  | { readonly kind: 'summary'; readonly text: string }
  | { readonly kind: 'recalled'; readonly text: string }
  | { readonly kind: 'query'; readonly text: string }
  /** What none of the forms is: a user's text with no context before it, or a line of another origin. */
  | { readonly kind: 'text'; readonly text: string }

/** A piece with the place where the text after it begins. */
export interface PieceRead {
  readonly piece: ParsedPiece
  readonly end: number
}
