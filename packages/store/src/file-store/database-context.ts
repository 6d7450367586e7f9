import { createHash } from 'node:crypto'
import {
  type FilePath,
  type FileVersion,
  parseFilePath,
  refuseMissing,
  type StoredFile,
  WorkspaceError,
} from '@varve/workspace'
import type { Store } from '../open-store.ts'
import type { FileVersionRecord } from '../repository/file-versions.ts'
import { type FileRecord, foldersOf } from '../repository/files.ts'

/** What every action of a database store works with. */
export interface DatabaseContext {
  readonly store: DatabaseParts
  readonly workspaceId: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly newId: () => string
  readonly maximumFileBytes: number
}

/** What a store of files needs of the database. */
export type DatabaseParts = Pick<Store, 'files' | 'fileVersions' | 'blobs' | 'commit'>

/** PostgreSQL has no keys of more than some 2,700 bytes. */
const LONGEST_PATH = 2000
/** Of nearly every disk, so that the files can be taken out again. */
const LONGEST_NAME = 255

/**
 * The place of a file, by the rules of all systems at once: what lies in a database may be taken out on
 * any of them.
 */
export function locate(asked: string): FilePath {
  const parsed = parseFilePath(asked, { windows: true })
  const isLong = parsed.names.some((name) => Buffer.byteLength(name) > LONGEST_NAME)
  if (isLong || Buffer.byteLength(parsed.path) > LONGEST_PATH)
    throw new WorkspaceError('path-invalid', asked, 'A name in the path is too long, or the path is.')
  return parsed
}

/** Throws where a folder has the name of the file, or a file that of one of its folders. */
export async function refuseShape({ store, workspaceId }: DatabaseContext, path: string): Promise<void> {
  if (await store.files.isFolder({ workspaceId, path })) refuseFolder(path)
  const file = await store.files.firstOf(workspaceId, foldersOf(path))
  if (file === undefined) return
  throw new WorkspaceError('not-found', path, `There is no folder "${file}": that is a file.`)
}

/** The file of a path; what is not there is said as what it is. */
export async function requireFile(context: DatabaseContext, path: string): Promise<FileRecord> {
  const { store, workspaceId } = context
  const file = await store.files.get({ workspaceId, path })
  if (file) return file
  if (await store.files.isFolder({ workspaceId, path })) refuseFolder(path)
  return refuseMissing(path)
}

function refuseFolder(path: string): never {
  throw new WorkspaceError('not-a-file', path, `"${path}" is not a file.`)
}

/** The bytes of a file or version. Each is stored once, by its hash. */
export async function contentOf(
  { store, workspaceId }: DatabaseContext,
  { path, hash }: Pick<FileRecord, 'path' | 'hash'>,
): Promise<Uint8Array> {
  const bytes = await store.blobs.get(workspaceId, hash)
  if (bytes !== undefined && hashOf(bytes) === hash) return bytes
  throw new WorkspaceError('unreadable', path, `The content of "${path}" is damaged in the database.`)
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** A file as the store gives it out. */
export function storedFile({ path, hash, modified }: FileRecord, bytes: Uint8Array): StoredFile {
  return { path, bytes, contentHash: hash, modified }
}

export function fileVersion({ id, path, hash, bytes, keptAt }: FileVersionRecord): FileVersion {
  return { id, path, contentHash: hash, bytes, keptAt }
}
