import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FolderStore } from '../file-store/file-store.ts'
import { type FolderStoreOptions, openFolderStore } from '../file-store/open-folder-store.ts'

/** A folder store in a new folder of the system's temporary one, with room around it for what must stay untouched. */
export interface TemporaryFolderStore {
  /** Contains everything else. */
  readonly base: string
  readonly root: string
  readonly keepFolder: string
  readonly store: FolderStore
  /** Opens another store over the same folders. */
  readonly reopen: (options?: Partial<FolderStoreOptions>) => Promise<FolderStore>
  readonly remove: () => Promise<void>
}

/** Memory as a disk, where the system has it. */
const MEMORY = '/dev/shm'

/**
 * Makes the folders and opens the store. In memory for tests that open and write thousands of times and
 * would spend their time waiting for a disk.
 */
export async function temporaryFolderStore(
  options: Partial<FolderStoreOptions> & { readonly inMemory?: boolean } = {},
): Promise<TemporaryFolderStore> {
  const within = options.inMemory && existsSync(MEMORY) ? MEMORY : tmpdir()
  const base = await realpath(await mkdtemp(join(within, 'varve-store-')))
  const root = join(base, 'vault')
  const keepFolder = join(base, 'kept')
  await mkdir(root)
  const reopen: TemporaryFolderStore['reopen'] = (more = {}) =>
    openFolderStore({
      root,
      keepFolder,
      clock: () => Date.now(),
      newId: () => randomUUID(),
      ...options,
      ...more,
    })
  const remove = (): Promise<void> => rm(base, { recursive: true, force: true })
  return { base, root, keepFolder, store: await reopen(), reopen, remove }
}
