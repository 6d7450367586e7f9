import type { FileStore } from '../../file-store/file-store.ts'

/** An empty store for one test. */
export interface StoreUnderTest {
  readonly store: FileStore
  /** The same files in a store that was opened again, as after a restart. */
  readonly reopen: () => Promise<FileStore>
  readonly remove: () => Promise<void>
}
