import type { Client } from 'pg'
import { CHAT_TEXTS_DUE } from '../chat-texts/chat-texts.ts'
import { escapeParameters, POSTGRES_TEXT } from '../escaped-text.ts'
import { NEWEST_SCHEMA, POSTGRES_MIGRATIONS } from '../migration/migrations.ts'
import { errorFromPostgres } from '../postgres/error-from-postgres.ts'
import { PRESENCES, endClient, openClient } from '../postgres/open-pool.ts'
import { checkServer, migratePostgres, postgresSchemaVersion } from '../postgres/migrate-postgres.ts'
import { StoreError } from '../store-error.ts'
import type { SqlValue } from '../statement.ts'
import { pageLength, type RowSource, type RowTarget, selectRows, type Row } from './row-source.ts'
import { TABLES, type TableShape } from '../schema.ts'

/** The rows of a database on a server. With `alone`, no Varve may be using it. */
export function openPostgresRows(url: string, { alone }: { readonly alone: boolean }): Promise<RowSource> {
  return withClient(url, async (client) => {
    await checkServer(client)
    if (alone) await refuseWhileInUse(client)
    const schema = await postgresSchemaVersion(client)
    await client.query('begin isolation level repeatable read read only')
    return { schema, pages: (table) => pages(client, table), close: () => endClient(client) }
  })
}

async function* pages(client: Client, table: TableShape): AsyncGenerator<readonly Row[]> {
  try {
    await client.query(`declare moved no scroll cursor for ${selectRows(table)}`)
    for (;;) {
      const text = `fetch ${pageLength(table)} from moved`
      const { rows } = await client.query<SqlValue[]>({ text, rowMode: 'array' })
      if (rows.length === 0) break
      yield rows
    }
    await client.query('close moved')
  } catch (error) {
    throw errorFromPostgres(error)
  }
}

/** An empty database on a server: everything is written in one transaction. */
export function createPostgresTarget(url: string): Promise<RowTarget> {
  return withClient(url, async (client) => {
    await checkServer(client)
    await refuseWhileInUse(client)
    const found = await migratePostgres(client, POSTGRES_MIGRATIONS)
    if (found > NEWEST_SCHEMA)
      throw new StoreError('schema-newer', 'The database was written by a newer Varve; it was not touched.')
    await client.query('begin')
    await client.query(`lock table ${TABLES.map(({ name }) => `"${name}"`).join(', ')} in exclusive mode`)
    await refuseUnlessEmpty(client)
    return {
      insert: (table, rows) => insertRows(client, table, rows),
      readBack: {
        schema: NEWEST_SCHEMA,
        pages: (table) => pages(client, table),
        close: () => Promise.resolve(),
      },
      finish: async () => {
        // A program that connects now waits for our lock and would continue in an unexpected database.
        await refuseWhileInUse(client)
        for (const statement of CHAT_TEXTS_DUE) await client.query(statement)
        await client.query('commit')
        await endClient(client)
      },
      abandon: () => endClient(client),
    }
  })
}

async function insertRows(
  client: Client,
  { name, columns }: TableShape,
  rows: readonly Row[],
): Promise<void> {
  const names = columns.map((column) => `"${column.name}"`).join(', ')
  const places = rows.map(
    (row, at) => `(${row.map((_, index) => `$${at * columns.length + index + 1}`).join(', ')})`,
  )
  try {
    await client.query(`insert into "${name}" (${names}) values ${places.join(', ')}`, [
      ...escapeParameters(rows.flat(), POSTGRES_TEXT),
    ])
  } catch (error) {
    throw errorFromPostgres(error)
  }
}

async function refuseWhileInUse(client: Client): Promise<void> {
  const { rowCount } = await client.query(PRESENCES)
  if (rowCount)
    throw new StoreError('in-use', `A Varve is using the database (${rowCount} running); stop it first.`)
}

async function refuseUnlessEmpty(client: Client): Promise<void> {
  for (const { name } of TABLES) {
    const { rowCount } = await client.query(`select 1 from "${name}" limit 1`)
    if (rowCount)
      throw new StoreError(
        'conflict',
        `The database already holds ${name}; it was not touched. Name an empty one.`,
      )
  }
}

/** Ends the connection where what is to be done with it fails. */
async function withClient<Result>(url: string, act: (client: Client) => Promise<Result>): Promise<Result> {
  try {
    const client = await openClient(url, { slow: true })
    try {
      return await act(client)
    } catch (error) {
      await endClient(client)
      throw error
    }
  } catch (error) {
    throw errorFromPostgres(error)
  }
}
