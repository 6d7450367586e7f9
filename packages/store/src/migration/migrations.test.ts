import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TABLES } from '../schema.ts'
import {
  asServer,
  postgresAbsent,
  type TemporaryPostgres,
  temporaryPostgres,
} from '../testing/temporary-postgres.ts'
import { type TemporaryStore, temporaryStore } from '../testing/temporary-store.ts'
import { type Migration, MIGRATIONS, POSTGRES_MIGRATIONS } from './migrations.ts'

const hashes = (migrations: readonly Migration[]): readonly string[] =>
  migrations.map(({ version, name, statements }) =>
    createHash('sha256')
      .update(JSON.stringify([version, name, statements]))
      .digest('hex')
      .slice(0, 16),
  )

test('a released step never changes', () => {
  expect(hashes(MIGRATIONS)).toMatchInlineSnapshot(`
    [
      "bfec39bd3ca48601",
      "1810295676c41874",
    ]
  `)
  expect(hashes(POSTGRES_MIGRATIONS)).toMatchInlineSnapshot(`
    [
      "9e1f2b34fb6c1ce7",
      "7fcaa8913f68015f",
    ]
  `)
})

/** Derived from the rest and rebuilt if missing; SQLite keeps its index in separate tables. */
const DERIVED = /^chat_(texts|texts_due|words(_\w+)?)$/

const columns = TABLES.flatMap(({ name, columns: all }) =>
  all.map((column) => `${name}.${column.name}`),
).sort()

function expectKeys(keys: readonly { readonly name: string; readonly first: string }[]): void {
  const others = keys.filter(({ name }) => name !== 'workspaces')
  expect(keys).toHaveLength(TABLES.length)
  for (const { name, first } of others) expect([name, first]).toEqual([name, 'workspace_id'])
}

describe('SQLite', () => {
  let place: TemporaryStore

  beforeEach(() => {
    place = temporaryStore()
  })

  afterEach(() => place.remove())

  test('the schema has the moved tables and columns, and every key begins with the workspace', async () => {
    await (await place.open()).close()
    const database = new DatabaseSync(place.path)
    const all = database
      .prepare(
        `select t.name as name, c.name as field, c.pk as place from sqlite_schema t, pragma_table_info(t.name) c
         where t.type = 'table' and t.name not in ('migrations')`,
      )
      .all() as { name: string; field: string; place: number }[]
    database.close()
    const kept = all.filter(({ name }) => !DERIVED.test(name))
    expect(kept.map(({ name, field }) => `${name}.${field}`).sort()).toEqual(columns)
    expectKeys(kept.filter((column) => column.place === 1).map(({ name, field }) => ({ name, first: field })))
  })
})

describe.skipIf(postgresAbsent() !== undefined)(`PostgreSQL ${postgresAbsent() ?? ''}`, () => {
  let place: TemporaryPostgres

  beforeEach(async () => {
    place = await temporaryPostgres()
  })

  afterEach(() => place.remove())

  test('the schema has the moved tables and columns, and every key begins with the workspace', async () => {
    await (await place.open()).close()
    const all = (await asServer(
      place.url,
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' and table_name <> 'migrations'`,
    )) as { table_name: string; column_name: string }[]
    const kept = all.filter((column) => !DERIVED.test(column.table_name))
    expect(kept.map((column) => `${column.table_name}.${column.column_name}`).sort()).toEqual(columns)
    const keys = (await asServer(
      place.url,
      `select c.relname as name, a.attname as first from pg_index i
       join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
       where i.indisprimary and n.nspname = 'public' and c.relname <> 'migrations'`,
    )) as { name: string; first: string }[]
    expectKeys(keys.filter(({ name }) => !DERIVED.test(name)))
  })
})
