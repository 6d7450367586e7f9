import type { Hash } from '@varve/engine/internal'
import type { FileKind } from '../file-kind.ts'
import { WorkspaceError } from '../workspace-error.ts'

export interface FileEntry {
  /** From the root of the workspace, NFC, with `/`. */
  readonly path: string
  readonly title: string
  readonly kind: FileKind
  readonly bytes: number
  /** Milliseconds, only ever compared with an earlier value of the same file. */
  readonly modified: number
  /** Of a link, the file that it leads to; known where files are listed. */
  readonly target?: string
}

export interface FileListing {
  /** In code-unit order of their paths. */
  readonly files: readonly FileEntry[]
  /** Set if the limit was reached, so that the list isn't mistaken for complete. */
  readonly truncated: boolean
  /** Places that could not be looked into, with the reason. */
  readonly problems: readonly string[]
}

export interface StoredFile {
  readonly path: string
  readonly bytes: Uint8Array
  readonly contentHash: Hash
  readonly modified: number
}

/** A file that was written or moved. */
export interface WrittenFile extends StoredFile {
  /** Folders that were made for it, the outermost first; absent where there were none. */
  readonly made?: readonly string[]
}

/**
 * What must be true of the file that a change would replace or remove: it still has this hash, it is not
 * there, or anything.
 */
export type Expectation = { readonly hash: Hash } | 'absent' | 'any'

export interface FileVersion {
  readonly id: string
  readonly path: string
  readonly contentHash: Hash
  readonly bytes: number
  /** Milliseconds since 1970, when this version was replaced or removed. */
  readonly keptAt: number
}

export interface TrashedFile {
  readonly id: string
  readonly path: string
  readonly contentHash: Hash
  readonly bytes: number
  readonly removedAt: number
}

/** Something was written, moved or removed through the store. */
export interface FileChange {
  readonly paths: readonly string[]
}

/**
 * The files of a workspace, whatever they are in. Every path is guarded; a write is whole or did not happen;
 * what a write replaces can be had again. A write against another version than the expected one fails with
 * the code `conflict` and changes nothing.
 */
export interface FileStore {
  readonly kind: 'folder' | 'database'
  /** All files, or those in one folder. */
  readonly list: (folder?: string) => Promise<FileListing>
  /** A file of more bytes fails with `too-large`, before anything of it is read. */
  readonly read: (path: string, maximumBytes?: number) => Promise<StoredFile>
  /** Undefined where there is no such file. */
  readonly stat: (path: string) => Promise<FileEntry | undefined>
  /**
   * `drop` replaces content that the caller wrote and can recreate, without keeping a version. It needs an
   * expected hash, so that it never replaces anyone else's text.
   */
  readonly write: (
    path: string,
    bytes: Uint8Array,
    expected: Expectation,
    replaced?: 'keep' | 'drop',
  ) => Promise<WrittenFile>
  /**
   * `expected` is about the file at `to`: the moved file can't be lost. Its versions become versions of `to`,
   * and also stay under `from`.
   */
  readonly move: (from: string, to: string, expected: Expectation) => Promise<WrittenFile>
  /** Into the trash. */
  readonly remove: (path: string, expected: Expectation) => Promise<TrashedFile>
  /** Makes a folder with those that it needs; gives those that were made. A workspace without folders makes none. */
  readonly makeFolder: (path: string) => Promise<readonly string[]>
  /**
   * Those of these folders in which nothing is; gives the others, which stay. A workspace without folders has none to
   * remove.
   */
  readonly removeEmptyFolders: (paths: readonly string[]) => Promise<readonly string[]>
  /** Newest first. */
  readonly versions: (path: string) => Promise<readonly FileVersion[]>
  readonly readVersion: (id: string) => Promise<StoredFile>
  /** Puts a version back as the current text; what it replaces becomes a version itself. */
  readonly restoreVersion: (id: string, expected: Expectation) => Promise<StoredFile>
  /** Newest first. */
  readonly trash: () => Promise<readonly TrashedFile[]>
  /** Fails with `conflict` if a file of that name exists again, unless another path is given. */
  readonly restore: (id: string, path?: string) => Promise<StoredFile>
  /**
   * Reports each change made through this store, once it is durable. Changes by other programs aren't
   * reported. Returns a function that ends the subscription.
   */
  readonly subscribe: (listener: (change: FileChange) => void) => () => void
}

/** A file store that can also lose something: chats that are deleted for good are in one, whatever the workspace is. */
export interface FolderStore extends FileStore {
  /**
   * Permanently removes the versions and trashed files in a folder that `isMeant` selects. Existing files
   * stay; damaged entries can't be checked and stay too.
   */
  readonly purge: (
    folder: string,
    isMeant: (kept: { readonly path: string; readonly bytes: Uint8Array }) => boolean,
  ) => Promise<void>
}

/** Throws unless the current file is the one that the caller expects. */
export function refuseUnexpected(
  path: string,
  expected: Expectation,
  found: { readonly contentHash: Hash } | undefined,
): void {
  if (expected === 'any') return
  const wanted = expected === 'absent' ? undefined : expected.hash
  if (wanted !== found?.contentHash) throw conflict(path, wanted, found?.contentHash)
}

/** The error of a change that was meant for another version of a file. */
export function conflict(path: string, expected: Hash | undefined, found: Hash | undefined): WorkspaceError {
  const what =
    found === undefined
      ? `"${path}" is not there any more`
      : expected === undefined
        ? `There is a file "${path}" already`
        : `"${path}" was changed since it was read`
  return new WorkspaceError('conflict', path, `${what}; nothing was written.`, {
    hashes: { expected, found },
  })
}

/** Says that there is no such file. */
export function refuseMissing(path: string): never {
  throw new WorkspaceError('not-found', path, `There is no "${path}" in the workspace.`)
}

/** Says that an id leads to nothing. */
export function refuseUnknown(id: string, what: string): never {
  throw new WorkspaceError('not-found', id, `There is no ${what} ${JSON.stringify(id.slice(0, 80))}.`)
}

/** Throws where a file would be larger than a store takes. */
export function refuseSize(path: string, bytes: Uint8Array, maximum: number): void {
  if (bytes.length <= maximum) return
  const [has, limit] = [bytes.length.toLocaleString('en-US'), maximum.toLocaleString('en-US')]
  throw new WorkspaceError('too-large', path, `"${path}" would have ${has} bytes; the limit is ${limit}.`)
}

/** Tells subscribers what has changed, once it has. */
export class ChangeEmitter {
  readonly #listeners = new Set<(change: FileChange) => void>()

  subscribe = (listener: (change: FileChange) => void): (() => void) => {
    // A separate function for each call: one listener may subscribe twice.
    const own = (change: FileChange): void => listener(change)
    this.#listeners.add(own)
    return () => {
      this.#listeners.delete(own)
    }
  }

  emit(...paths: readonly string[]): void {
    for (const listener of this.#listeners) listener({ paths })
  }
}
