import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TABLES } from '../move/table-shapes.ts'
import {
  asServer,
  postgresAbsent,
  type TemporaryPostgres,
  temporaryPostgres,
} from '../testing/temporary-postgres.ts'
import { type TemporaryStore, temporaryStore } from '../testing/temporary-store.ts'
import type { Migration } from './migration.ts'
import { MIGRATIONS, POSTGRES_MIGRATIONS } from './migrations.ts'

/** Users are people, who may be in several workspaces; the id of a workspace is that of itself. */
const WITHOUT_WORKSPACE = ['workspaces', 'users']

const hashes = (migrations: readonly Migration[]): readonly string[] =>
  migrations.map(({ version, name, statements }) =>
    createHash('sha256')
      .update(JSON.stringify([version, name, statements]))
      .digest('hex')
      .slice(0, 16),
  )

test('a published step is never changed', () => {
  expect(hashes(MIGRATIONS)).toMatchInlineSnapshot(`
    [
      "e3658b4e46711be0",
      "ffe645446542d5db",
      "a9bc003e5d891e2f",
      "d693a958dc1b4629",
      "560267ffb040a08b",
      "51e2bf2d485036b5",
      "eb3f7874b80dbab8",
      "dd4d643952558b83",
      "83a5d9406147d67e",
      "ff8e8c9bcc9badd0",
      "28d50e0625a52b84",
      "3e91614fd9db0935",
      "5b76497bd4b98487",
      "535d63183bfa9967",
      "f205b26f9182083f",
      "6f382095ae3bf856",
    ]
  `)
  expect(hashes(POSTGRES_MIGRATIONS)).toMatchInlineSnapshot(`
    [
      "5a98ef991ec371b5",
      "8c7598336800b752",
      "39be3c2f50d8e042",
      "a43150fd4b1c12ee",
      "17957eceae772873",
      "2cd79ef8153bead8",
      "8867b1d3f9539002",
      "3dc790178e9ea575",
      "cd2561ca7702c640",
      "ff8e8c9bcc9badd0",
      "4675b3b54a45ea51",
      "c341816fcc26fdd3",
      "96b7d00c81da5a63",
      "835a152070dce0c5",
      "28d864dd2dae3447",
      "17ba27a2c16a9685",
    ]
  `)
})

/** Made from the rest, and made again where it is missing; SQLite keeps its index in tables of its own. */
const DERIVED = /^chat_(texts|texts_due|words(_\w+)?)$/

const columns = TABLES.flatMap(({ name, columns: all }) =>
  all.map((column) => `${name}.${column.name}`),
).sort()

function expectKeys(keys: readonly { readonly name: string; readonly first: string }[]): void {
  const others = keys.filter(({ name }) => !WITHOUT_WORKSPACE.includes(name))
  expect(keys).toHaveLength(TABLES.length)
  for (const { name, first } of others) expect([name, first]).toEqual([name, 'workspace_id'])
}

describe('SQLite', () => {
  let place: TemporaryStore

  beforeEach(() => {
    place = temporaryStore()
  })

  afterEach(() => place.remove())

  test('has the tables and columns that are moved, and every key begins with the workspace', async () => {
    await (await place.open()).close()
    const database = new DatabaseSync(place.path)
    const all = database
      .prepare(
        `select t.name as name, c.name as field, c.pk as place from sqlite_schema t, pragma_table_info(t.name) c
         where t.type = 'table' and t.name not in ('schema_version')`,
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

  test('has the tables and columns that are moved, and every key begins with the workspace', async () => {
    await (await place.open()).close()
    const all = (await asServer(
      place.url,
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' and table_name <> 'schema_version'`,
    )) as { table_name: string; column_name: string }[]
    const kept = all.filter((column) => !DERIVED.test(column.table_name))
    expect(kept.map((column) => `${column.table_name}.${column.column_name}`).sort()).toEqual(columns)
    const keys = (await asServer(
      place.url,
      `select c.relname as name, a.attname as first from pg_index i
       join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
       where i.indisprimary and n.nspname = 'public' and c.relname <> 'schema_version'`,
    )) as { name: string; first: string }[]
    expectKeys(keys.filter(({ name }) => !DERIVED.test(name)))
  })
})
