import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Hash } from '@varve/engine'
import { type Disk, syncFolder } from '../../path/disk.ts'
import { hashOf } from '../read-in-folder.ts'
import { errorCode } from '../../path/from-system.ts'
import { WorkspaceError } from '../../workspace-error.ts'

export interface ObjectFolder {
  /** Durable when it returns. */
  readonly put: (bytes: Uint8Array, hash: Hash) => Promise<void>
  /** The bytes of a hash, checked; `path` is for messages. */
  readonly get: (hash: Hash, path: string) => Promise<Uint8Array>
  readonly remove: (hash: Hash) => Promise<void>
}

export interface ObjectFolderOptions {
  readonly folder: string
  /** On the same disk, for what is not whole yet. */
  readonly incoming: string
  readonly temporaryName: () => string
  readonly disk: Disk
}

/** Contents under their hash, each once. */
export function openObjectFolder(options: ObjectFolderOptions): ObjectFolder {
  const { folder, incoming, temporaryName, disk } = options
  const placeOf = (hash: Hash): string => join(folder, hash.slice(0, 2), hash.slice(2))
  return {
    put: async (bytes, hash) => {
      const place = placeOf(hash)
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      const there = await readIfThere(place)
      if (!there || hashOf(there) !== hash) {
        const temporary = join(incoming, temporaryName())
        try {
          await writeSynced(disk, temporary, bytes)
          await disk.rename(temporary, place)
        } catch (error) {
          await rm(temporary, { force: true })
          throw error
        }
      }
      // Also for one that was there: whoever wrote it may have been killed before this.
      await syncFolder(disk, dirname(place))
      await syncFolder(disk, folder)
    },
    get: async (hash, path) => {
      const bytes = await readIfThere(placeOf(hash))
      if (bytes && hashOf(bytes) === hash) return bytes
      const what = bytes ? 'damaged' : 'gone'
      throw new WorkspaceError('unreadable', path, `The kept copy of "${path}" is ${what}.`)
    },
    remove: async (hash) => {
      const place = placeOf(hash)
      await rm(place, { force: true })
      await syncFolder(disk, dirname(place))
    },
  }
}

async function readIfThere(place: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(place)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

async function writeSynced(disk: Disk, place: string, bytes: Uint8Array): Promise<void> {
  const handle = await disk.open(place, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
