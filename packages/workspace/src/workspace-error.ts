import type { Hash } from '@varve/engine/internal'

export type WorkspaceErrorCode =
  | 'path-invalid'
  | 'path-outside'
  | 'not-found'
  | 'not-a-file'
  | 'not-a-folder'
  /** A folder that can be no workspace: the whole disk, or a part of the system. */
  | 'folder-refused'
  | 'not-text'
  | 'too-large'
  | 'changed-while-reading'
  | 'attachment-invalid'
  /** Its workspace says that it does not go where it was asked to go. */
  | 'withheld'
  /** Longer than what may still come in with this message. */
  | 'no-room'
  | 'unreadable'
  /** A model of embeddings that is not installed or has failed; search continues without it. */
  | 'embedder-unavailable'
  | 'conflict'
  | 'disk-full'
  | 'unwritable'
  /** A PDF or picture that needs more bytes, pages, pixels, memory or text than its limit. */
  | 'document-too-large'
  | 'document-broken'
  | 'document-timeout'
  /** A PDF that opens only with a password. */
  | 'document-password'
  /** A kind of document or picture that cannot be read or sent. */
  | 'document-unsupported'
  /** A page or picture of the web that was not given: no connection, an error of the server, or not allowed. */
  | 'page-unreachable'
  /** The content of an address is of no readable kind. */
  | 'page-unsupported'
  /** A page without text, as one that only a browser can build. */
  | 'page-unreadable'

/** The version that a change expected, and the current one; undefined means no file. */
export interface ConflictingHashes {
  readonly expected: Hash | undefined
  readonly found: Hash | undefined
}

export interface WorkspaceErrorOptions extends ErrorOptions {
  readonly hashes?: ConflictingHashes
}

/** Everything that can go wrong between a path and its text. The message never holds an absolute path. */
export class WorkspaceError extends Error {
  override readonly name = 'WorkspaceError'
  readonly code: WorkspaceErrorCode
  /** The path as it was asked for. */
  readonly path: string
  /** Of a `conflict`. */
  readonly hashes: ConflictingHashes | undefined

  constructor(code: WorkspaceErrorCode, path: string, message: string, options?: WorkspaceErrorOptions) {
    super(message, options)
    this.code = code
    this.path = path
    this.hashes = options?.hashes
  }
}

/** The error of a file that has more bytes than may be read. */
export function tooLarge(path: string, size: number, maximum: number): WorkspaceError {
  const [has, limit] = [size.toLocaleString('en-US'), maximum.toLocaleString('en-US')]
  return new WorkspaceError('too-large', path, `"${path}" has ${has} bytes; the limit is ${limit}.`)
}
