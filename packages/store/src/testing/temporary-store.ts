import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store } from '../open-store.ts'
import type { SqliteOptions } from '../sqlite/open-sqlite.ts'

export interface TemporaryStore {
  readonly path: string
  readonly open: (options?: Partial<SqliteOptions> & { readonly now?: number }) => Promise<Store>
  /** Closes every store that was opened here and deletes the files. */
  readonly remove: () => Promise<void>
}

/** A place for a real database file, deleted after the test. */
export function temporaryStore(): TemporaryStore {
  const folder = mkdtempSync(join(tmpdir(), 'varve-store-'))
  const path = join(folder, 'varve.db')
  const opened: Store[] = []
  return {
    path,
    open: async (options = {}) => {
      const store = await openStore({ path, now: 1000, ...options })
      opened.push(store)
      return store
    },
    remove: async () => {
      for (const store of opened) await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
