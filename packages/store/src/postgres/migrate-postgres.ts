import type { Client } from 'pg'
import { type Migration, PREVIEW_MESSAGE, PREVIEW_TABLE } from '../migration/migrations.ts'
import { StoreError } from '../store-error.ts'
import { errorFromPostgres } from './error-from-postgres.ts'
import { MIGRATION, PRESENCES } from './open-pool.ts'

const WAIT_SECONDS = 60
const OLDEST_SERVER = 14

/** The version of a database; 0 for one without a schema. Refuses one from before the first release. */
export async function postgresSchemaVersion(client: Client): Promise<number> {
  const { rows: found } = await client.query<{ preview: boolean; current: boolean }>(
    `select to_regclass('${PREVIEW_TABLE}') is not null as preview, to_regclass('migrations') is not null as current`,
  )
  if (found[0]?.preview) throw new StoreError('schema-preview', PREVIEW_MESSAGE)
  if (!found[0]?.current) return 0
  const { rows } = await client.query<{ version: number }>(
    'select coalesce(max(version), 0) as version from migrations',
  )
  return rows[0]?.version ?? 0
}

/** Refuses a server that would not keep our texts. */
export async function checkServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
  )
  const version = Math.floor(Number(rows[0]?.version) / 10_000)
  if (version < OLDEST_SERVER)
    throw new StoreError('failed', `PostgreSQL ${version} is too old: ${OLDEST_SERVER} or newer is required.`)
  if (rows[0]?.encoding !== 'UTF8')
    throw new StoreError('failed', `The database is kept in ${rows[0]?.encoding}; it must be in UTF8.`)
}

/**
 * Brings a database to the newest schema, one program at a time. Each step commits together with its
 * version, so a kill at any moment leaves one whole version. Gives the version that it found.
 */
export async function migratePostgres(client: Client, migrations: readonly Migration[]): Promise<number> {
  const newest = migrations.at(-1)?.version ?? 0
  const first = await postgresSchemaVersion(client)
  if (first >= newest) return first
  await takeLock(client)
  try {
    const from = await postgresSchemaVersion(client)
    if (from > 0 && from < newest) await refuseWhileOthersWrite(client)
    for (const migration of migrations) if (migration.version > from) await apply(client, migration)
    return from
  } finally {
    await client.query(`select pg_advisory_unlock(${MIGRATION})`)
  }
}

async function takeLock(client: Client): Promise<void> {
  try {
    await client.query(`set lock_timeout = '${WAIT_SECONDS}s'`)
    await client.query(`select pg_advisory_lock(${MIGRATION})`)
    await client.query('set lock_timeout = default')
  } catch (error) {
    const known = errorFromPostgres(error)
    if (known.code !== 'busy') throw known
    throw new StoreError('in-use', 'Another Varve is upgrading this database; try again when it is done.', {
      cause: error,
    })
  }
}

async function refuseWhileOthersWrite(client: Client): Promise<void> {
  const { rowCount } = await client.query(PRESENCES)
  if (rowCount)
    throw new StoreError(
      'in-use',
      `${rowCount} Varve of an older version use this database; stop them before it is upgraded.`,
    )
}

async function apply(client: Client, { version, name, statements }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(
      'create table if not exists migrations (version bigint primary key, name text not null)',
    )
    for (const statement of statements) await client.query(statement)
    await client.query('insert into migrations (version, name) values ($1, $2)', [version, name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
