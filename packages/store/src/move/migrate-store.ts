import { existsSync } from 'node:fs'
import { backupPath, schemaVersion } from '../sqlite/migrate-sqlite.ts'
import { NEWEST_SCHEMA } from '../migration/migrations.ts'
import { openStore } from '../open-store.ts'
import { openConnection } from '../sqlite/open-connection.ts'
import { openingFailure } from '../sqlite/opening-failure.ts'
import { StoreError } from '../store-error.ts'
import { openRows, type StorePlace } from './store-place.ts'

export interface MigrateReport {
  readonly from: number
  readonly to: number
  /** The copy of the version before, where there is one. */
  readonly backup: string | undefined
}

/** Brings a database to the schema of this program, as opening it does. */
export async function migrateStore(place: StorePlace, now: number): Promise<MigrateReport> {
  if (place.kind === 'dump')
    throw new StoreError('failed', 'A dump cannot be migrated: move it to a database.')
  const from = await versionOf(place)
  const store = await openStore({ ...place, now })
  const { readOnly } = store
  await store.close()
  if (readOnly !== undefined) throw new StoreError('schema-newer', readOnly)
  const backup =
    place.kind === 'sqlite' && from > 0 && from < NEWEST_SCHEMA ? backupPath(place.path, from) : undefined
  return { from, to: NEWEST_SCHEMA, backup }
}

async function versionOf(place: StorePlace): Promise<number> {
  if (place.kind === 'sqlite') {
    if (!existsSync(place.path)) return 0
    try {
      const connection = openConnection({ path: place.path, mode: 'read' })
      try {
        return schemaVersion(connection)
      } finally {
        connection.close()
      }
    } catch (error) {
      throw openingFailure(place.path, error)
    }
  }
  const source = await openRows(place, { alone: false })
  await source.close()
  return source.schema
}
