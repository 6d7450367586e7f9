import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { type TemporaryStore, temporaryStore } from '../testing/temporary-store.ts'
import { openConnection } from '../sqlite/open-connection.ts'
import { backupPath, migrate, schemaVersion } from './migrate.ts'
import type { Migration } from './migration.ts'
import { MIGRATIONS } from './migrations.ts'

let place: TemporaryStore

afterEach(() => place.remove())

const workspace = { id: 'w', name: 'Kept', kind: 'database', root: undefined, createdAt: 0 } as const
const newest = MIGRATIONS.at(-1)?.version ?? 0

function next(...statements: readonly string[]): readonly Migration[] {
  return [...MIGRATIONS, { version: newest + 1, name: 'one more', statements }]
}

test('versions count from 1 without a gap', () => {
  place = temporaryStore()
  expect(MIGRATIONS.map((migration) => migration.version)).toEqual(MIGRATIONS.map((_, index) => index + 1))
})

test('an upgrade keeps the data and leaves a copy of the version before', async () => {
  place = temporaryStore()
  const before = await place.open()
  await before.commit([before.workspaces.insert(workspace)])
  await before.close()
  const after = await place.open({ migrations: next('create table more (id text primary key)') })
  expect(await after.workspaces.get('w')).toEqual(workspace)
  const copy = new DatabaseSync(backupPath(place.path, newest), { readOnly: true })
  expect(copy.prepare('select name from workspaces').all()).toEqual([{ __proto__: null, name: 'Kept' }])
  expect(copy.prepare('select max(version) as version from schema_version').get()).toMatchObject({
    version: newest,
  })
  copy.close()
})

test('chats of the first schema have no settings and open with the second', async () => {
  place = temporaryStore()
  writeFirstSchema(place.path)
  const second = await place.open()
  expect(await second.conversations.get({ workspaceId: 'w', id: 'c' })).toMatchObject({
    title: 'Old',
    settings: {},
  })
  expect(existsSync(backupPath(place.path, 1))).toBe(true)
})

test('chats of the first schema are found once they have been read', async () => {
  place = temporaryStore()
  writeFirstSchema(place.path)
  const store = await place.open()
  const find = async (stem: string) =>
    (await store.chatTexts.find({ workspaceId: 'w', terms: [{ stem }], limit: 9 })).chats.map(
      ({ conversationId, texts }) => [conversationId, ...texts.map(({ sourceId }) => sourceId)],
    )
  expect(await store.chatTexts.countDue('w')).toBe(4)
  expect(await find('old')).toEqual([])
  for (;;) {
    const batches = await store.chatTexts.fillNext(2)
    if (batches.length === 0) break
    for (const batch of batches) await store.commit(batch)
  }
  expect(await store.chatTexts.countDue('w')).toBe(0)
  expect(await find('old')).toEqual([['c']])
  expect(await find('question')).toEqual([['c', 't']])
  expect(await find('done')).toEqual([['c', 'whole']])
  expect(await find('half')).toEqual([['c', 'cut']])
})

/** With an answer that ended, and one that was being written when the program went. */
function writeFirstSchema(path: string): void {
  const connection = openConnection({ path, mode: 'write' })
  migrate(connection, path, MIGRATIONS.slice(0, 1))
  connection.exec(`
    insert into workspaces (id, name, kind, created_at) values ('w', 'Kept', 'database', 0);
    insert into conversations (workspace_id, id, title, titled_by, created_at, updated_at, activity)
      values ('w', 'c', 'Old', 'user', 1, 2, 3);
    insert into turns (workspace_id, id, conversation_id, number, at, text, attach)
      values ('w', 't', 'c', 1, 1, 'A question', '[]');
    insert into answers (workspace_id, id, conversation_id, turn_id, model_id, model_name, status, text, sources,
      started_at) values ('w', 'whole', 'c', 't', 'm', 'M', 'complete', 'Done', '[]', 1),
      ('w', 'cut', 'c', 't', 'm', 'M', 'streaming', 'Half', '[]', 1)`)
  connection.close()
}

test('a first start makes no copy', async () => {
  place = temporaryStore()
  await place.open()
  expect(existsSync(backupPath(place.path, 0))).toBe(false)
})

test('a first start that fails leaves a file without a schema, not one with a part of it', async () => {
  place = temporaryStore()
  await expect(place.open({ migrations: next('insert into nowhere values (1)') })).rejects.toThrow('nowhere')
  const connection = openConnection({ path: place.path, mode: 'read' })
  expect(schemaVersion(connection)).toBe(0)
  connection.close()
  const again = await place.open()
  expect(await again.workspaces.get('w')).toBeUndefined()
})

test('a step that fails changes nothing, and the next start can try again', async () => {
  place = temporaryStore()
  const before = await place.open()
  await before.commit([before.workspaces.insert(workspace)])
  await before.close()
  const broken = next('create table more (id text primary key)', 'insert into nowhere values (1)')
  await expect(place.open({ migrations: broken })).rejects.toThrow('nowhere')
  const again = await place.open({ migrations: next('create table more (id text primary key)') })
  expect(await again.workspaces.get('w')).toEqual(workspace)
})

test('a newer schema is read, never written, and says so', async () => {
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

test('a file that is no database is refused and left as it is', async () => {
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
