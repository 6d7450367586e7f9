import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { migrateStore } from '../move/move-store.ts'
import { verifyStore } from '../move/verify-store.ts'
import { readStore } from '../read-store.ts'
import { type TemporaryStore, temporaryStore } from '../testing/temporary-store.ts'
import { openConnection } from './open-connection.ts'
import { backupPath, schemaVersion } from './migrate-sqlite.ts'
import { type Migration, MIGRATIONS } from '../migration/migrations.ts'

let place: TemporaryStore

afterEach(() => place.remove())

const workspace = { id: 'w', name: 'Kept', kind: 'database', root: undefined, createdAt: 0 } as const
const newest = MIGRATIONS.at(-1)?.version ?? 0

function next(...statements: readonly string[]): readonly Migration[] {
  return [...MIGRATIONS, { version: newest + 1, name: 'one more', statements }]
}

test('versions count from 1 without gaps', () => {
  place = temporaryStore()
  expect(MIGRATIONS.map((migration) => migration.version)).toEqual(MIGRATIONS.map((_, index) => index + 1))
})

test('an upgrade keeps the data and a copy of the previous version', async () => {
  place = temporaryStore()
  const before = await place.open()
  await before.commit([before.workspaces.insert(workspace)])
  await before.close()
  const after = await place.open({ migrations: next('create table more (id text primary key)') })
  expect(await after.workspaces.get('w')).toEqual(workspace)
  const copy = new DatabaseSync(backupPath(place.path, newest), { readOnly: true })
  expect(copy.prepare('select name from workspaces').all()).toEqual([{ __proto__: null, name: 'Kept' }])
  expect(copy.prepare('select max(version) as version from migrations').get()).toMatchObject({
    version: newest,
  })
  copy.close()
})

test('a database older than the first release is refused with advice, and unchanged', async () => {
  place = temporaryStore()
  const old = new DatabaseSync(place.path)
  old.exec(`create table schema_version (version integer primary key, name text not null) strict;
    insert into schema_version values (16, 'heard calls'); create table workspaces (id text primary key)`)
  old.close()
  const tables = (): unknown => {
    const connection = openConnection({ path: place.path, mode: 'read' })
    const found = connection.prepare('select name from sqlite_schema').all()
    connection.close()
    return found
  }
  const before = tables()
  const refused = {
    code: 'schema-preview',
    message: expect.stringMatching(/preview of Varve.*Export its chats/),
  }
  await expect(place.open()).rejects.toMatchObject(refused)
  const file = { kind: 'sqlite', path: place.path } as const
  await expect(readStore(file)).rejects.toMatchObject(refused)
  await expect(verifyStore(file)).rejects.toMatchObject(refused)
  await expect(migrateStore(file, 0)).rejects.toMatchObject(refused)
  expect(tables()).toEqual(before)
})

test('a first start makes no copy', async () => {
  place = temporaryStore()
  await place.open()
  expect(existsSync(backupPath(place.path, 0))).toBe(false)
})

test('a failing first start leaves a file without a schema, not with part of one', async () => {
  place = temporaryStore()
  await expect(place.open({ migrations: next('insert into nowhere values (1)') })).rejects.toThrow('nowhere')
  const connection = openConnection({ path: place.path, mode: 'read' })
  expect(schemaVersion(connection)).toBe(0)
  connection.close()
  const again = await place.open()
  expect(await again.workspaces.get('w')).toBeUndefined()
})

test('a failing step changes nothing, and the next start can retry', async () => {
  place = temporaryStore()
  const before = await place.open()
  await before.commit([before.workspaces.insert(workspace)])
  await before.close()
  const broken = next('create table more (id text primary key)', 'insert into nowhere values (1)')
  await expect(place.open({ migrations: broken })).rejects.toThrow('nowhere')
  const again = await place.open({ migrations: next('create table more (id text primary key)') })
  expect(await again.workspaces.get('w')).toEqual(workspace)
})

test('a newer schema is opened read-only, and says so', async () => {
  place = temporaryStore()
  const newer = await place.open({ migrations: next('alter table workspaces add column colour text') })
  await newer.commit([newer.workspaces.insert(workspace)])
  await newer.close()
  const store = await place.open()
  expect(store.readOnly).toContain('newer Varve')
  expect(await store.workspaces.get('w')).toMatchObject({ name: 'Kept' })
  await expect(store.commit([store.workspaces.insert({ ...workspace, id: 'x' })])).rejects.toMatchObject({
    code: 'schema-newer',
  })
})

test('another kind of file is refused and unchanged', async () => {
  place = temporaryStore()
  writeFileSync(place.path, 'not a database, but someone’s text'.repeat(100))
  const before = readFileSync(place.path)
  await expect(place.open()).rejects.toMatchObject({ code: 'corrupt' })
  expect(readFileSync(place.path).equals(before)).toBe(true)
})

test.skipIf(process.platform === 'win32')('only the owner can read the file and its log', async () => {
  place = temporaryStore()
  const store = await place.open()
  await store.commit([store.workspaces.insert(workspace)])
  for (const file of [place.path, `${place.path}-wal`]) expect(statSync(file).mode & 0o077).toBe(0)
})
