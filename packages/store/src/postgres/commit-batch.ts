import type { PoolClient, Pool } from 'pg'
import { escapeParameters, POSTGRES_TEXT } from '../escaped-text.ts'
import { StoreError } from '../store-error.ts'
import type { Batch } from '../statement.ts'
import { errorFromPostgres, isConnectionLost } from './error-from-postgres.ts'
import { workspaceLock, type LimitedPool } from './open-pool.ts'
import { PostgresDialect, type PostgresPoolClient, type PostgresQueryResult } from 'kysely'

/** Runs a batch as one transaction, behind every other one of the same workspace. It is tried once. */
export async function commitBatch({ pool, limits }: LimitedPool, batch: Batch): Promise<void> {
  if (batch.length === 0) return
  const client = await pool.connect().catch((error: unknown) => {
    throw errorFromPostgres(error)
  })
  let isCommitting = false
  try {
    await client.query(beginning(batch, limits))
    await runStatements(client, batch)
    isCommitting = true
    await client.query('commit')
    client.release()
  } catch (error) {
    await undo(client, error)
    if (isCommitting && isConnectionLost(error)) throw unknownOutcome(error)
    throw errorFromPostgres(error)
  }
}

/** Every statement sees what was committed before it, so after the lock it sees all that came before. */
function beginning(batch: Batch, { lockMilliseconds, queryMilliseconds }: LimitedPool['limits']): string {
  const keys = new Set(
    batch.flatMap(({ workspaceId }) => (workspaceId === undefined ? [] : [workspaceLock(workspaceId)])),
  )
  // In one order for all, so that no two wait for each other.
  const locks = [...keys]
    .sort((first, second) => (first < second ? -1 : 1))
    .map((key) => `; select pg_advisory_xact_lock(${key})`)
  const limits = `set local lock_timeout = ${lockMilliseconds}; set local statement_timeout = ${queryMilliseconds}`
  return `begin isolation level read committed; ${limits}${locks.join('')}`
}

async function runStatements(client: PoolClient, batch: Batch): Promise<void> {
  for (const { sql, parameters, changes } of batch) {
    const { rowCount } = await client.query(sql, [...escapeParameters(parameters, POSTGRES_TEXT)])
    if (changes !== undefined && rowCount !== changes)
      throw new StoreError('conflict', `The change touched ${rowCount ?? 0} rows instead of ${changes}.`)
  }
}

async function undo(client: PoolClient, failure: unknown): Promise<void> {
  // A connection that does not answer is not asked again; the server undoes what it had begun.
  if (isConnectionLost(failure)) return client.release(true)
  try {
    await client.query('rollback')
    client.release()
  } catch (error) {
    // The server undoes what a lost connection had begun.
    client.release(error instanceof Error ? error : true)
  }
}

function unknownOutcome(cause: unknown): StoreError {
  return new StoreError(
    'in-doubt',
    'The connection was lost while the change was being committed: it may or may not have happened.',
    { cause },
  )
}

/** Lets Kysely read through a pool, with our texts and our errors. */
export function readerDialect(pool: Pool): PostgresDialect {
  return new PostgresDialect({
    pool: {
      options: {},
      end: () => Promise.resolve(),
      connect: async () => {
        const client = await pool.connect().catch((error: unknown) => {
          throw errorFromPostgres(error)
        })
        let isLost = false
        return {
          query: (sql: string, parameters: readonly unknown[]) =>
            client.query(sql, [...escapeParameters(parameters, POSTGRES_TEXT)]).catch((error: unknown) => {
              isLost ||= isConnectionLost(error)
              throw errorFromPostgres(error)
            }) as Promise<PostgresQueryResult<unknown>>,
          // One that did not answer in time would answer the next query with the result of this one.
          release: (destroy) => client.release(isLost || destroy),
        } as PostgresPoolClient
      },
    },
  })
}
