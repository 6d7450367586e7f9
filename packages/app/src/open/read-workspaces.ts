import { existsSync } from 'node:fs'
import { parseStorePlace } from '@varve/store'
import { toAppError } from '../app-error.ts'
import { openToRead } from './open-to-read.ts'
import type { WorkspaceSummaryView } from '../views.ts'
import { listWorkspaces } from '../files/list-workspaces.ts'

/** Every workspace of a database, a file or `postgres://…`. It only reads, also while Varve runs. */
export async function readWorkspaces(database: string): Promise<readonly WorkspaceSummaryView[]> {
  try {
    const place = parseStorePlace(database)
    // Where nothing was ever kept there is no file, and none is made.
    if (place.kind === 'sqlite' && !existsSync(place.path)) return []
    const store = await openToRead(database)
    try {
      return (await listWorkspaces({ store }, undefined)).workspaces
    } finally {
      await store.close()
    }
  } catch (error) {
    throw toAppError(error)
  }
}
