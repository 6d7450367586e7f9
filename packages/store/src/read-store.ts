import { existsSync } from 'node:fs'
import { Kysely, sql } from 'kysely'
import { schemaVersion } from './sqlite/migrate-sqlite.ts'
import { newerMessage, NEWEST_SCHEMA } from './migration/migrations.ts'
import type { StorePlace } from './move/store-place.ts'
import { type Repositories, repositories, type Store } from './open-store.ts'
import type { Schema } from './schema.ts'
import { openConnection } from './sqlite/open-connection.ts'
import { openingFailure } from './sqlite/error-from-sqlite.ts'
import { readerDialect } from './sqlite/reader-dialect.ts'
import { StoreError } from './store-error.ts'

/** A database that is only read: nothing is locked, upgraded or marked, so a running Varve continues. */
export type StoreReader = Repositories & Pick<Store, 'withLease' | 'close'>

const NOBODY = { id: null, isGone: sql<boolean>`false` }

/** Opens a database to read it, also while it is in use. */
export async function readStore(place: Exclude<StorePlace, { kind: 'dump' }>): Promise<StoreReader> {
  if (place.kind === 'sqlite') return readFile(place.path)
  // The client of PostgreSQL is loaded by those who use it.
  const { openPostgresReader } = await import('./postgres/open-postgres-reader.ts')
  const { database, schema, close } = await openPostgresReader(place.url)
  try {
    checkSchema(schema)
  } catch (error) {
    await close()
    throw error
  }
  return { ...repositories({ database, owner: NOBODY }), withLease: (_name, work) => work(), close }
}

function readFile(path: string): StoreReader {
  // Opening would make a file that is not there.
  if (!existsSync(path))
    throw new StoreError(
      'input-output',
      `There is no database at ${path} yet: "varve start" makes it, or name another with --data.`,
    )
  try {
    const connection = openConnection({ path, mode: 'read' })
    const close = (): Promise<void> => {
      if (connection.isOpen) connection.close()
      return Promise.resolve()
    }
    try {
      checkSchema(schemaVersion(connection))
    } catch (error) {
      connection.close()
      throw error
    }
    const database = new Kysely<Schema>({ dialect: readerDialect(connection) })
    return { ...repositories({ database, owner: NOBODY }), withLease: (_name, work) => work(), close }
  } catch (error) {
    throw openingFailure(path, error)
  }
}

function checkSchema(found: number): void {
  if (found > NEWEST_SCHEMA) throw new StoreError('schema-newer', newerMessage(found, NEWEST_SCHEMA))
  if (found < NEWEST_SCHEMA)
    throw new StoreError(
      'failed',
      `The database is of schema ${found}, and this Varve reads ${NEWEST_SCHEMA}: run varve db migrate.`,
    )
}
