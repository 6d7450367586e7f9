import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { openStore, type PostgresStoreOptions, type Store } from '../open-store.ts'

export interface TemporaryPostgres {
  readonly url: string
  readonly open: (options?: Partial<PostgresStoreOptions>) => Promise<Store>
  /** Closes every store that was opened here and drops the database. */
  readonly remove: () => Promise<void>
}

/** Why tests on PostgreSQL are skipped here; undefined where they are not. */
export function postgresAbsent(): string | undefined {
  const server = inject('postgres')
  return 'absent' in server ? server.absent : undefined
}

/** A separate database on the package's server, dropped after the test. */
export async function temporaryPostgres(): Promise<TemporaryPostgres> {
  const server = inject('postgres')
  if ('absent' in server) throw new Error(`There is no PostgreSQL: ${server.absent}.`)
  const name = `varve_${randomUUID().replaceAll('-', '')}`
  await asServer(server.url, `create database ${name}`)
  const url = `${server.url}/${name}`
  const opened: Store[] = []
  return {
    url,
    open: async (options = {}) => {
      const store = await openStore({ url, now: 1000, ...options })
      opened.push(store)
      return store
    },
    remove: async () => {
      for (const store of opened) await store.close()
      await asServer(server.url, `drop database ${name} with (force)`)
    },
  }
}

export async function asServer(url: string, sql: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url.includes('/varve_') ? url : `${url}/postgres` })
  await client.connect()
  try {
    return (await client.query(sql)).rows as readonly unknown[]
  } finally {
    await client.end()
  }
}
