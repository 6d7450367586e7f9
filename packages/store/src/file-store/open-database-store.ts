import {
  ChangeEmitter,
  type Expectation,
  type FileEntry,
  type FileStore,
  parseFilePath,
  refuseSize,
  refuseUnexpected,
  refuseUnknown,
  type StoredFile,
  tooLarge,
  type TrashedFile,
  versionsToCarry,
  WorkspaceError,
  type FilePath,
  type FileVersion,
  refuseMissing,
} from '@varve/workspace'
import { type FileRecord, type FileVersionRecord, foldersOf } from '../repository/files.ts'
import { StoreError } from '../store-error.ts'
import type { Statement } from '../statement.ts'
import { createHash } from 'node:crypto'
import type { Store } from '../open-store.ts'

/** Bounded: other programs may write without a pause. */
const ATTEMPTS = 5

export interface DatabaseStoreOptions {
  readonly store: DatabaseParts
  /** A workspace that the database knows. Nothing of another one can be reached. */
  readonly workspaceId: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly newId: () => string
  readonly limits?: { readonly maximumFileBytes?: number; readonly maximumFiles?: number }
}

/** The files of a workspace that are in the database itself. */
export function openDatabaseStore(options: DatabaseStoreOptions): FileStore {
  const { maximumFileBytes = 64 * 1024 * 1024, maximumFiles = 200_000 } = options.limits ?? {}
  const context: DatabaseContext = { ...options, maximumFileBytes }
  const changes = new ChangeEmitter()
  const announced = async <Result extends { readonly path: string }>(
    path: string,
    act: () => Promise<Result>,
  ): Promise<Result> => {
    const result = await asWorkspace('unwritable', path, act)
    changes.emit(result.path)
    return result
  }
  const { store, workspaceId } = context
  return {
    kind: 'database',
    list: (folder) =>
      reading('.', async () => {
        const found = await store.files.list(workspaceId, maximumFiles + 1)
        const all = found.slice(0, maximumFiles).map(fileEntry).sort(byPath)
        const files = all.filter(({ path }) => folder === undefined || path.startsWith(`${folder}/`))
        return { files, truncated: found.length > maximumFiles, problems: [] }
      }),
    read: (path, maximumBytes) => reading(path, () => readFile(context, path, maximumBytes)),
    stat: (path) =>
      reading(path, async () => {
        const file = await store.files.get({ workspaceId, path: locate(path).path })
        return file && fileEntry(file)
      }),
    write: (path, bytes, expected, replaced) =>
      announced(path, () => writeFile(context, { path, bytes, expected, replaced })),
    move: async (from, to, expected) => {
      const moved = await announced(from, () => moveFile(context, { from, to, expected }))
      changes.emit(locate(from).path)
      return moved
    },
    remove: (path, expected) => announced(path, () => removeFile(context, { path, expected })),
    versions: (path) =>
      reading(path, async () =>
        (await store.fileVersions.list({ workspaceId, path: locate(path).path })).map(fileVersion),
      ),
    readVersion: (id) => reading(id, () => readVersion(context, id)),
    // A folder exists while it contains a file.
    makeFolder: () => Promise.resolve([]),
    removeEmptyFolders: () => Promise.resolve([]),
    restoreVersion: (id, expected) =>
      announced(id, async () => {
        const { path, bytes } = await readVersion(context, id)
        return writeFile(context, { path, bytes, expected })
      }),
    trash: () =>
      reading('.', async () =>
        (await store.fileVersions.listTrash(workspaceId)).map(fileVersion).map(({ keptAt, ...file }) => ({
          ...file,
          removedAt: keptAt,
        })),
      ),
    restore: (id, path) => announced(path ?? id, () => restoreFile(context, id, path)),
    subscribe: changes.subscribe,
  }
}

async function readFile(
  context: DatabaseContext,
  path: string,
  maximumBytes = context.maximumFileBytes,
): Promise<StoredFile> {
  const file = await requireFile(context, locate(path).path)
  if (file.bytes > maximumBytes) throw tooLarge(path, file.bytes, maximumBytes)
  return storedFile(file, await contentOf(context, file))
}

async function readVersion(context: DatabaseContext, id: string): Promise<StoredFile> {
  const { store, workspaceId } = context
  const version = (await store.fileVersions.get(workspaceId, id)) ?? refuseUnknown(id, 'version')
  const { path, hash: contentHash, keptAt: modified } = version
  return { path, bytes: await contentOf(context, version), contentHash, modified }
}

function fileEntry({ path, bytes, modified }: FileRecord): FileEntry {
  const { title, kind } = parseFilePath(path, { windows: false })
  return { path, title, kind, bytes, modified }
}

function byPath(a: FileEntry, b: FileEntry): number {
  return a.path < b.path ? -1 : 1
}

function reading<Result>(path: string, act: () => Promise<Result>): Promise<Result> {
  return asWorkspace('unreadable', path, act)
}

/** Whatever files are in, their store fails in the same words. */
async function asWorkspace<Result>(
  code: 'unreadable' | 'unwritable',
  path: string,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    throw new WorkspaceError(error.code === 'disk-full' ? 'disk-full' : code, path, error.message, {
      cause: error,
    })
  }
}

interface WriteOptions {
  readonly path: string
  readonly bytes: Uint8Array
  readonly expected: Expectation
  readonly replaced?: 'keep' | 'drop' | undefined
  /** Committed together with it if the file is new. */
  readonly also?: readonly Statement[]
}

/** Puts a file in place as a whole, and keeps what it replaces. */
function writeFile(context: DatabaseContext, options: WriteOptions): Promise<StoredFile> {
  const { bytes, expected, also = [] } = options
  refuseSize(options.path, bytes, context.maximumFileBytes)
  const { path } = locate(options.path)
  const { store, workspaceId } = context
  const place = { workspaceId, path }
  const hash = hashOf(bytes)
  return untilSettled(path, async () => {
    const current = await store.files.get(place)
    refuseUnexpected(path, expected, withHash(current))
    if (current?.hash === hash) return storedFile(current, bytes)
    if (!current) await refuseShape(context, path)
    const content = { hash, bytes: bytes.length, modified: context.clock() }
    const isKept = options.replaced !== 'drop' || typeof expected === 'string'
    await store.commit([
      store.blobs.put(workspaceId, hash, bytes),
      ...(current && isKept ? [keep(context, current)] : []),
      current ? store.files.replace(current, content) : store.files.insert({ ...place, ...content }),
      ...also,
    ])
    return storedFile({ ...place, ...content, revision: 0 }, bytes)
  })
}

interface MoveOptions {
  readonly from: string
  readonly to: string
  /** Of the file at `to`. */
  readonly expected: Expectation
}

/** Gives a file another name; a file that had that name is kept. */
function moveFile(context: DatabaseContext, { from, to, expected }: MoveOptions): Promise<StoredFile> {
  const source = locate(from).path
  const target = locate(to).path
  const { store, workspaceId } = context
  return untilSettled(source, async () => {
    const moved = await requireFile(context, source)
    const bytes = await contentOf(context, moved)
    if (source === target) return storedFile(moved, bytes)
    const current = await store.files.get({ workspaceId, path: target })
    refuseUnexpected(target, expected, withHash(current))
    if (!current) await refuseShape(context, target)
    await store.commit([
      ...(current ? [keep(context, current), store.files.remove(current)] : []),
      ...(await carryVersions(context, source, target)),
      store.files.move(moved, target),
    ])
    return storedFile({ ...moved, path: target }, bytes)
  })
}

/** Carries the earlier versions of a file over to its new name. */
async function carryVersions(
  { store, workspaceId, newId }: DatabaseContext,
  source: string,
  target: string,
): Promise<readonly Statement[]> {
  const moved = await store.fileVersions.list({ workspaceId, path: source })
  const there = await store.fileVersions.list({ workspaceId, path: target })
  return versionsToCarry(moved.toReversed().map(fileVersion), there.map(fileVersion)).map(
    ({ contentHash: hash, bytes, keptAt }) =>
      store.fileVersions.insert({ workspaceId, id: newId(), path: target, hash, bytes, keptAt }),
  )
}

/** Moves a file into the trash: what it was is a version, and the trash names it. */
function removeFile(
  context: DatabaseContext,
  options: { readonly path: string; readonly expected: Expectation },
): Promise<TrashedFile> {
  const { path } = locate(options.path)
  const { store, workspaceId, newId, clock } = context
  return untilSettled(path, async () => {
    const file = await requireFile(context, path)
    refuseUnexpected(path, options.expected, withHash(file))
    const { hash, bytes } = file
    const version = { workspaceId, id: newId(), path, hash, bytes, keptAt: clock() }
    await store.commit([
      store.fileVersions.insert(version),
      store.fileVersions.trash(workspaceId, version.id),
      store.files.remove(file),
    ])
    return { id: version.id, path, contentHash: hash, bytes, removedAt: version.keptAt }
  })
}

/** Brings a file back from the trash, under its own name or another. */
async function restoreFile(context: DatabaseContext, id: string, to?: string): Promise<StoredFile> {
  const { store, workspaceId } = context
  const entry = (await store.fileVersions.trashed(workspaceId, id)) ?? refuseUnknown(id, 'file in the trash')
  const bytes = await contentOf(context, entry)
  const also = [store.fileVersions.untrash(workspaceId, id)]
  return writeFile(context, { path: to ?? entry.path, bytes, expected: 'absent', also })
}

function keep({ store, clock, newId }: DatabaseContext, file: FileRecord): Statement {
  const { workspaceId, path, hash, bytes } = file
  return store.fileVersions.insert({ workspaceId, id: newId(), path, hash, bytes, keptAt: clock() })
}

function withHash(file: FileRecord | undefined): { readonly contentHash: string } | undefined {
  return file && { contentHash: file.hash }
}

/**
 * A commit is valid only for the files as they were read. If another writer was faster, reads again; the
 * expected version decides.
 */
async function untilSettled<Result>(path: string, act: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'conflict') throw error
    }
  }
  const message = `"${path}" is being changed by another program; nothing was written.`
  throw new WorkspaceError('conflict', path, message)
}

/** Shared by every action of a database store. */
interface DatabaseContext {
  readonly store: DatabaseParts
  readonly workspaceId: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly newId: () => string
  readonly maximumFileBytes: number
}

/** The parts of the database that a file store needs. */
type DatabaseParts = Pick<Store, 'files' | 'fileVersions' | 'blobs' | 'commit'>

/** PostgreSQL has no keys of more than some 2,700 bytes. */
const LONGEST_PATH = 2000
/** Of nearly every disk, so that the files can be taken out again. */
const LONGEST_NAME = 255

/**
 * The place of a file, by the rules of all systems at once: what is in a database may be taken out on
 * any of them.
 */
function locate(asked: string): FilePath {
  const parsed = parseFilePath(asked, { windows: true })
  const isLong = parsed.names.some((name) => Buffer.byteLength(name) > LONGEST_NAME)
  if (isLong || Buffer.byteLength(parsed.path) > LONGEST_PATH)
    throw new WorkspaceError('path-invalid', asked, 'A name in the path is too long, or the path is.')
  return parsed
}

/** Throws where a folder has the name of the file, or a file that of one of its folders. */
async function refuseShape({ store, workspaceId }: DatabaseContext, path: string): Promise<void> {
  if (await store.files.isFolder({ workspaceId, path })) refuseFolder(path)
  const file = await store.files.firstOf(workspaceId, foldersOf(path))
  if (file === undefined) return
  throw new WorkspaceError('not-found', path, `There is no folder "${file}": that is a file.`)
}

/** The file at a path; throws an error that says why there is none. */
async function requireFile(context: DatabaseContext, path: string): Promise<FileRecord> {
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
async function contentOf(
  { store, workspaceId }: DatabaseContext,
  { path, hash }: Pick<FileRecord, 'path' | 'hash'>,
): Promise<Uint8Array> {
  const bytes = await store.blobs.get(workspaceId, hash)
  if (bytes !== undefined && hashOf(bytes) === hash) return bytes
  throw new WorkspaceError('unreadable', path, `The content of "${path}" is damaged in the database.`)
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** A file as the store gives it out. */
function storedFile({ path, hash, modified }: FileRecord, bytes: Uint8Array): StoredFile {
  return { path, bytes, contentHash: hash, modified }
}

function fileVersion({ id, path, hash, bytes, keptAt }: FileVersionRecord): FileVersion {
  return { id, path, contentHash: hash, bytes, keptAt }
}
