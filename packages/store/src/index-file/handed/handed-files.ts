import type { FileKind, WorkspaceErrorCode } from '@varve/workspace'

/** A file that lies elsewhere than on a disk. */
export interface HandedFile {
  readonly path: string
  readonly kind: FileKind
  readonly bytes: number
  readonly modified: number
  /** Another one after every change of the file. */
  readonly revision: number
}

export interface HandedContent extends HandedFile {
  readonly content: Uint8Array
}

/** Everything, or the files that stand directly in these folders. */
export type HandedPlaces = 'everything' | readonly string[]

/** Files that are handed to an index by whoever has them, since it cannot look for itself. */
export interface HandedFiles {
  readonly list: (places: HandedPlaces, most: number) => Promise<readonly HandedFile[]>
  /** Fails with a `WorkspaceError`, as with `not-found`. */
  readonly read: (path: string) => Promise<HandedContent>
  /** Tells where something has changed; gives back what ends it. */
  readonly subscribe: (onChange: (places: HandedPlaces) => void) => () => void
}

/** What the thread of an index asks for. */
export type FilesQuestion =
  | { readonly id: number; readonly kind: 'list'; readonly places: HandedPlaces; readonly most: number }
  | { readonly id: number; readonly kind: 'read'; readonly path: string }

export type FilesAnswer =
  | { readonly id: number; readonly kind: 'files'; readonly files: readonly HandedFile[] }
  | { readonly id: number; readonly kind: 'content'; readonly content: HandedContent }
  | {
      readonly id: number
      readonly kind: 'refused'
      /** Absent where it was no error of a workspace. */
      readonly code?: WorkspaceErrorCode
      readonly path: string
      readonly message: string
    }
