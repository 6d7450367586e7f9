import { randomUUID } from 'node:crypto'
import type { FileStore } from '@varve/workspace'
import type { StoreUnderTest } from '@varve/workspace/testing'
import { openDatabaseStore } from '../file-store/open-database-store.ts'
import type { Store } from '../open-store.ts'
import type { Place } from './conformance/place.ts'
import { addWorkspaces } from './conformance/here.ts'

/** A file store in a database that is opened again for a restart. */
export async function temporaryDatabaseStore(place: Place): Promise<StoreUnderTest> {
  let opened: Store = await place.open()
  await addWorkspaces(opened, ['one', 'two'])
  return {
    store: filesOf(opened, 'one'),
    // One program may have a file open, and what was given before stays in use: the same files, another store.
    reopen: async () => {
      if (place.isShared) opened = await place.open()
      return filesOf(opened, 'one')
    },
    remove: place.remove,
  }
}

export function filesOf(store: Store, workspaceId: string, limits = {}): FileStore {
  return openDatabaseStore({ store, workspaceId, clock: () => Date.now(), newId: randomUUID, limits })
}
