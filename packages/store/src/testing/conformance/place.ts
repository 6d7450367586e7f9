import type { Store } from '../../open-store.ts'

/** Where a database is, for one test or suite. */
export interface Place {
  readonly open: (options?: { readonly now?: number }) => Promise<Store>
  /** Closes what was opened, and deletes the data. */
  readonly remove: () => Promise<void>
  /** Whether several may have it open at once. */
  readonly isShared: boolean
}

export type MakePlace = () => Promise<Place>
