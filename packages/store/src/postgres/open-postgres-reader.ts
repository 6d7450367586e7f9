import { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import { errorFromPostgres } from './error-from-postgres.ts'
import { checkServer, postgresSchemaVersion } from './migrate-postgres.ts'
import { endClient, openClient, openPool } from './open-pool.ts'
import { readerDialect } from './commit-batch.ts'

export interface PostgresReader {
  readonly database: Kysely<Schema>
  readonly schema: number
  readonly close: () => Promise<void>
}

/** A database on a server, to read it with one connection. */
export async function openPostgresReader(url: string): Promise<PostgresReader> {
  try {
    const client = await openClient(url)
    try {
      await checkServer(client)
      const schema = await postgresSchemaVersion(client)
      const { pool } = openPool(url, { maximum: 1 })
      return {
        schema,
        database: new Kysely<Schema>({ dialect: readerDialect(pool) }),
        close: () => pool.end(),
      }
    } finally {
      await endClient(client)
    }
  } catch (error) {
    throw errorFromPostgres(error)
  }
}
