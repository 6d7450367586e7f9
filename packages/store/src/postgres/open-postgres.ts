import { randomInt } from 'node:crypto'
import { Kysely, sql } from 'kysely'
import type { Client, Pool } from 'pg'
import { type Migration, newerMessage, POSTGRES_MIGRATIONS } from '../migration/migrations.ts'
import { once } from '../once.ts'
import type { OpenedDatabase } from '../opened-database.ts'
import type { Schema } from '../schema.ts'
import { StoreError } from '../store-error.ts'
import { commitBatch, readerDialect } from './commit-batch.ts'
import { errorFromPostgres } from './error-from-postgres.ts'
import { checkServer, migratePostgres, postgresSchemaVersion } from './migrate-postgres.ts'
import {
  endClient,
  openClient,
  openPool,
  type PoolOptions,
  leaseLock,
  PRESENCE,
  PRESENCES,
} from './open-pool.ts'
import type { Batch } from '../statement.ts'
import type { AnswerOwner } from '../repository/answer-record.ts'

const RETRY_MILLISECONDS = 1000

type Commit = (batch: Batch) => Promise<void>

/**
 * Runs the batches of one workspace in call order, one at a time, and those of different workspaces in
 * parallel: a busy workspace holds one connection, not all of them.
 */
class WorkspaceQueue {
  readonly #commit: Commit
  readonly #last = new Map<string, Promise<void>>()
  #isClosed = false

  constructor(commit: Commit) {
    this.#commit = commit
  }

  commit(batch: Batch): Promise<void> {
    if (this.#isClosed) return Promise.reject(new StoreError('closed', 'The database is closing.'))
    const workspaces = new Set(batch.map(({ workspaceId }) => workspaceId ?? ''))
    const before = [...workspaces].flatMap((id) => this.#last.get(id) ?? [])
    const done = Promise.all(before).then(() => this.#commit(batch))
    // An error goes to its caller; the batches after it continue.
    const settled: Promise<void> = done.catch(() => undefined).then(() => this.#forget(workspaces, settled))
    for (const id of workspaces) this.#last.set(id, settled)
    return done
  }

  /** Waits for what was accepted; nothing more is. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#last.values())
  }

  #forget(workspaces: ReadonlySet<string>, settled: Promise<void>): void {
    for (const id of workspaces) if (this.#last.get(id) === settled) this.#last.delete(id)
  }
}

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
    const found = await prepareServer(url, steps, poolOptions)
    const limited = openPool(url, poolOptions)
    const { pool } = limited
    const database = new Kysely<Schema>({ dialect: readerDialect(pool) })
    if (found > newest) return readOnly(pool, database, newerMessage(found, newest))
    const presence = await announcePresence(url, poolOptions)
    const queue = new WorkspaceQueue((batch) => commitBatch(limited, batch))
    return {
      database,
      readOnly: undefined,
      owner: presence.owner,
      commit: (batch) => queue.commit(batch),
      withLease: (name, work) => withLease(url, poolOptions, { name, work }),
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
async function prepareServer(
  url: string,
  steps: readonly Migration[],
  options: PoolOptions | undefined,
): Promise<number> {
  const found = await onClient(openClient(url, options), async (client) => {
    await checkServer(client)
    return postgresSchemaVersion(client)
  })
  if (found >= (steps.at(-1)?.version ?? 0)) return found
  return onClient(openClient(url, { ...options, slow: true }), async (client) => {
    await migratePostgres(client, steps)
    return postgresSchemaVersion(client)
  })
}

interface LeasedWork<Result> {
  readonly name: string
  readonly work: () => Promise<Result>
}

/**
 * On a separate connection, since the work needs those of the pool. The server releases the lease when that
 * connection ends, for whatever reason.
 */
async function withLease<Result>(
  url: string,
  options: PoolOptions | undefined,
  { name, work }: LeasedWork<Result>,
): Promise<Result | undefined> {
  const opening = openClient(url, options)
  return onClient(opening, async (client) => {
    const asked = client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [leaseLock(name)])
    const { rows } = await asked.catch(fail)
    return rows[0]?.got ? work() : undefined
  })
}

async function onClient<Result>(
  opening: Promise<Client>,
  act: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await opening.catch(fail)
  try {
    return await act(client)
  } finally {
    await endClient(client)
  }
}

function fail(error: unknown): never {
  throw errorFromPostgres(error)
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

/** Says to other programs on the same database that this one is alive. */
interface Presence {
  readonly owner: AnswerOwner
  readonly end: () => Promise<void>
}

/**
 * Holds a lock for as long as this program runs; the server releases it when the connection ends, for
 * whatever reason. Rows carry the program's id, so another can tell what was left unfinished.
 */
export async function announcePresence(url: string, options?: PoolOptions): Promise<Presence> {
  const id = randomInt(1, 2 ** 31 - 1)
  let ended = false
  let client: Client | undefined
  let retry: NodeJS.Timeout | undefined
  const hold = async (): Promise<void> => {
    const opened = await openClient(url, options)
    client = opened
    if (ended) return endClient(opened)
    try {
      await opened.query(`select pg_advisory_lock(${PRESENCE}, ${id})`)
    } catch (error) {
      await endClient(opened)
      throw error
    }
    // Not before: a connection that dies in the query fails that, and who hears of both would connect twice.
    opened.once('end', again)
  }
  let holding = hold()
  const again = (): void => {
    if (ended) return
    retry = setTimeout(() => {
      holding = hold().catch(again)
    }, RETRY_MILLISECONDS).unref()
  }
  await holding
  const isGone = sql<boolean>`(owner is null or owner not in (${sql.raw(PRESENCES)}))`
  return {
    owner: { id, isGone },
    end: async () => {
      ended = true
      clearTimeout(retry)
      if (client) await endClient(client)
      // One that was about to connect sees that it is over.
      await holding
    },
  }
}
