import { Kysely, sql } from 'kysely'
import type { Pool } from 'pg'
import type { Migration } from '../migration/migration.ts'
import { POSTGRES_MIGRATIONS } from '../migration/migrations.ts'
import { newerMessage } from '../migration/newer-message.ts'
import { once } from '../once.ts'
import type { OpenedDatabase } from '../opened-database.ts'
import type { Schema } from '../schema.ts'
import { StoreError } from '../store-error.ts'
import { commitBatch } from './commit-batch.ts'
import { errorFromPostgres } from './error-from-postgres.ts'
import { checkServer, migratePostgres, postgresSchemaVersion } from './migrate-postgres.ts'
import { endClient, openClient, openPool, type PoolOptions } from './open-pool.ts'
import { announcePresence } from './presence.ts'
import { leaseLock } from './locks.ts'
import { readerDialect } from './reader-dialect.ts'
import { WorkspaceQueue } from './workspace-queue.ts'

export interface PostgresOptions {
  /** postgres://user:password@host:port/name */
  readonly url: string
  readonly pool?: PoolOptions
  readonly migrations?: readonly Migration[]
}

/** Opens a database on a server: version check, migration behind a lock, a pool. Several programs may. */
export async function openPostgres({
  url,
  pool: poolOptions,
  migrations,
}: PostgresOptions): Promise<OpenedDatabase> {
  const steps = migrations ?? POSTGRES_MIGRATIONS
  const newest = steps.at(-1)?.version ?? 0
  try {
    const found = await prepareServer(url, steps)
    const limited = openPool(url, poolOptions)
    const { pool } = limited
    const database = new Kysely<Schema>({ dialect: readerDialect(pool) })
    if (found > newest) return readOnly(pool, database, newerMessage(found, newest))
    const presence = await announcePresence(url)
    const queue = new WorkspaceQueue((batch) => commitBatch(limited, batch))
    return {
      database,
      readOnly: undefined,
      owner: presence.owner,
      commit: (batch) => queue.commit(batch),
      withLease: (name, work) => withLease(pool, name, work),
      close: once(async () => {
        await queue.close()
        await presence.end()
        await pool.end()
      }),
    }
  } catch (error) {
    throw errorFromPostgres(error)
  }
}

/** The version of the schema afterwards. */
async function prepareServer(url: string, steps: readonly Migration[]): Promise<number> {
  const client = await openClient(url)
  try {
    await checkServer(client)
    await migratePostgres(client, steps)
    return await postgresSchemaVersion(client)
  } finally {
    await endClient(client)
  }
}

/** The server takes it back when the connection ends, however it ends. */
async function withLease<Result>(
  pool: Pool,
  name: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const key = leaseLock(name)
  const client = await pool.connect().catch((error: unknown) => {
    throw errorFromPostgres(error)
  })
  let isSound = false
  try {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [key])
    const result = rows[0]?.got ? await work() : undefined
    if (rows[0]?.got) await client.query('select pg_advisory_unlock($1)', [key])
    isSound = true
    return result
  } finally {
    // A connection that may still hold the lock is given up.
    client.release(!isSound)
  }
}

function readOnly(pool: Pool, database: Kysely<Schema>, message: string): OpenedDatabase {
  return {
    database,
    readOnly: message,
    owner: { id: null, isGone: sql<boolean>`false` },
    commit: () => Promise.reject(new StoreError('schema-newer', message)),
    withLease: (_name, work) => work(),
    close: once(() => pool.end()),
  }
}
