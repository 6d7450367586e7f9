import {
  ChangeTeller,
  type FileEntry,
  type FileStore,
  parseFilePath,
  refuseUnknown,
  type StoredFile,
  tooLarge,
  WorkspaceError,
} from '@varve/workspace'
import type { FileRecord } from '../repository/files.ts'
import { StoreError } from '../store-error.ts'
import { moveFile, removeFile, restoreFile, writeFile } from './change-files.ts'
import {
  contentOf,
  type DatabaseContext,
  type DatabaseParts,
  fileVersion,
  locate,
  requireFile,
  storedFile,
} from './database-context.ts'

export interface DatabaseStoreOptions {
  readonly store: DatabaseParts
  /** A workspace that the database knows. Nothing of another one can be reached. */
  readonly workspaceId: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly newId: () => string
  readonly limits?: { readonly maximumFileBytes?: number; readonly maximumFiles?: number }
}

/** The files of a workspace that lie in the database itself. */
export function openDatabaseStore(options: DatabaseStoreOptions): FileStore {
  const { maximumFileBytes = 64 * 1024 * 1024, maximumFiles = 200_000 } = options.limits ?? {}
  const context: DatabaseContext = { ...options, maximumFileBytes }
  const changes = new ChangeTeller()
  const told = async <Result extends { readonly path: string }>(
    path: string,
    act: () => Promise<Result>,
  ): Promise<Result> => {
    const result = await asWorkspace('unwritable', path, act)
    changes.tell(result.path)
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
      told(path, () => writeFile(context, { path, bytes, expected, replaced })),
    move: async (from, to, expected) => {
      const moved = await told(from, () => moveFile(context, { from, to, expected }))
      changes.tell(locate(from).path)
      return moved
    },
    remove: (path, expected) => told(path, () => removeFile(context, { path, expected })),
    versions: (path) =>
      reading(path, async () =>
        (await store.fileVersions.list({ workspaceId, path: locate(path).path })).map(fileVersion),
      ),
    readVersion: (id) => reading(id, () => readVersion(context, id)),
    // A folder is there while a file is in it.
    makeFolder: () => Promise.resolve([]),
    removeEmptyFolders: () => Promise.resolve(),
    restoreVersion: (id, expected) =>
      told(id, async () => {
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
    restore: (id, path) => told(path ?? id, () => restoreFile(context, id, path)),
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

/** Whatever files lie in, their store fails in the same words. */
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
