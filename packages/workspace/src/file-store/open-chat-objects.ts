import { join } from 'node:path'
import type { Hash } from '@varve/engine/internal'
import { type AnchoredFolder, anchorFolder, canNameHandles } from '../path/anchor-folder.ts'
import { type Disk, systemDisk } from '../path/disk.ts'
import { fromSystem, fromSystemWrite } from '../path/from-system.ts'
import { resolveInside } from '../path/resolve-inside.ts'
import { WorkspaceError } from '../workspace-error.ts'
import { inDataFolder, openPendingFiles } from './versions/pending-files.ts'
import { hashOf, lookAt, readInFolder } from './read-in-folder.ts'
import type { FilePlace } from './store-context.ts'
import { inTemporaryFile, type TemporaryFileContext, takeNewName } from './write-file.ts'

/** Where the contents that chat files name by hash are stored. The only hidden folder that Varve writes to. */
const CHAT_OBJECTS_FOLDER = 'Varve/chats/.objects'

export interface ChatObjectsOptions {
  readonly root: string
  /** That of the folder store: what a killed writer leaves is cleared away when the store is opened. */
  readonly keepFolder: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly newId: () => string
  readonly disk?: Disk
  readonly holdBy?: 'handle' | 'path'
}

/**
 * Contents by SHA-256, each stored once next to the chat files. Names are hashes only, in a folder whose real
 * location is checked, so no other hidden file can be reached.
 */
export interface ChatObjects {
  /** Existing content is left alone; damaged content is replaced. */
  readonly write: (bytes: Uint8Array) => Promise<Hash>
  /** Undefined where there is none, or its content is not what its name says. */
  readonly read: (hash: Hash) => Promise<Uint8Array | undefined>
  /** For what nothing names any more. */
  readonly remove: (hash: Hash) => Promise<void>
}

const LARGEST = 64 * 1024 * 1024

export async function openChatObjects(options: ChatObjectsOptions): Promise<ChatObjects> {
  const { disk = systemDisk, newId, keepFolder, clock, holdBy } = options
  const context: ObjectsContext = {
    root: options.root,
    disk,
    newId,
    pending: await inDataFolder(() => openPendingFiles(join(keepFolder, 'pending'), clock)).catch(
      (error: unknown) => {
        throw fromSystemWrite(error, CHAT_OBJECTS_FOLDER)
      },
    ),
    byHandle: holdBy ? holdBy === 'handle' : canNameHandles(),
  }
  // Checking once is enough: nothing else uses this folder, and damage is detected on reading.
  const known = new Set<Hash>()
  return {
    write: async (bytes) => {
      const hash = hashOf(bytes)
      if (known.has(hash)) return hash
      await put(context, hash, bytes).catch((error: unknown) => {
        throw fromSystemWrite(error, pathOf(hash))
      })
      known.add(hash)
      return hash
    },
    read: (hash) =>
      get(context, hash).catch((error: unknown) => {
        throw fromSystem(error, pathOf(hash))
      }),
    remove: async (hash) => {
      known.delete(hash)
      await discard(context, hash).catch((error: unknown) => {
        throw fromSystemWrite(error, pathOf(hash))
      })
    },
  }
}

interface ObjectsContext extends TemporaryFileContext {
  readonly root: string
  readonly byHandle: boolean
}

async function put(context: ObjectsContext, hash: Hash, bytes: Uint8Array): Promise<void> {
  const place = await locate(context, hash)
  await inFolder(context, place, async (folder) => {
    const found = place.isThere ? await readObject(context, folder, hash) : undefined
    if (found?.contentHash === hash) return
    const temporary = { folder, place, bytes, mode: undefined, like: undefined }
    await inTemporaryFile(context, temporary, async (name) => {
      await folder.verify()
      const [from, to] = [folder.at(name), folder.at(hash)]
      // Under its own hash there can only be this content, or something broken.
      if (found || !(await takeNewName(context, from, to))) await context.disk.rename(from, to)
      await folder.sync()
    })
  })
}

async function get(context: ObjectsContext, hash: Hash): Promise<Uint8Array | undefined> {
  const place = await locate(context, hash)
  if (!place.isThere) return undefined
  return inFolder(context, place, async (folder) => {
    const found = await readObject(context, folder, hash)
    return found?.contentHash === hash ? found.bytes : undefined
  })
}

async function discard(context: ObjectsContext, hash: Hash): Promise<void> {
  const place = await locate(context, hash)
  if (!place.isThere) return
  await inFolder(context, place, async (folder) => {
    const stats = await lookAt(folder.at(hash))
    await folder.verify()
    if (stats?.isFile()) await context.disk.unlink(folder.at(hash))
    await folder.sync()
  })
}

function readObject({ disk }: ObjectsContext, folder: AnchoredFolder, name: Hash) {
  return readInFolder({ folder, name, path: pathOf(name), maximumBytes: LARGEST, disk })
}

interface ObjectPlace extends FilePlace {
  readonly isThere: boolean
}

/** Refuses every name that is no hash, and every link on the way. */
async function locate({ root }: ObjectsContext, hash: Hash): Promise<ObjectPlace> {
  const path = pathOf(hash)
  if (!/^[0-9a-f]{64}$/.test(hash))
    throw new WorkspaceError('path-invalid', path, 'The contents of chats are named by their hashes.')
  const { realRoot, names, missing, isLink } = await resolveInside(root, path)
  const all = [...names, ...missing]
  if (isLink || all.join('/') !== path)
    throw new WorkspaceError('path-outside', path, `"${CHAT_OBJECTS_FOLDER}" is a link, or behind one.`)
  const isThere = missing.length === 0
  const folders = isThere ? names.slice(0, -1) : names
  return { realRoot, folders, make: missing.slice(0, -1), name: hash, path, isLink, isThere }
}

async function inFolder<Result>(
  { disk, byHandle }: ObjectsContext,
  { realRoot, folders, make, path }: ObjectPlace,
  use: (folder: AnchoredFolder) => Promise<Result>,
): Promise<Result> {
  const folder = await anchorFolder({ realRoot, names: folders, make, path, disk, byHandle })
  try {
    return await use(folder)
  } finally {
    await folder.close()
  }
}

function pathOf(hash: Hash): string {
  return `${CHAT_OBJECTS_FOLDER}/${hash}`
}
