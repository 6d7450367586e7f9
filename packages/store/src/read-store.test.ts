import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readStore } from './read-store.ts'
import { type TemporaryStore, temporaryStore } from './testing/temporary-store.ts'
import { postgresAbsent, temporaryPostgres } from './testing/temporary-postgres.ts'
import { openStore, type Store } from './open-store.ts'

let place: TemporaryStore

beforeEach(() => {
  place = temporaryStore()
})

afterEach(() => place.remove())

const WORKSPACE = { id: 'w', name: 'W', kind: 'folder', root: '/w', createdAt: 1 } as const

async function addAnswer(store: Store): Promise<void> {
  const chat = { workspaceId: 'w', conversationId: 'c' }
  const turn = { ...chat, id: 't', sequence: 1, number: 1, at: 1, text: '', attach: [], options: {} }
  const begun = { ...chat, id: 'a', turnId: 't', modelId: 'm', modelName: 'M', startedAt: 1 }
  await store.commit([store.workspaces.insert(WORKSPACE)])
  await store.commit([
    store.conversations.insert({ workspaceId: 'w', id: 'c', title: '', at: 1 }),
    store.turns.append({ ...turn, parentId: undefined, parentAnswerId: undefined }),
    store.answers.insert(begun),
  ])
}

test('reads a database in use, and a streaming answer continues', async () => {
  const store = await place.open()
  await addAnswer(store)
  const reader = await readStore({ kind: 'sqlite', path: place.path })
  expect(await reader.workspaces.list()).toEqual([WORKSPACE])
  expect(await reader.answers.get({ workspaceId: 'w', id: 'a' })).toMatchObject({ status: 'streaming' })
  await store.commit([store.answers.appendText({ workspaceId: 'w', id: 'a' }, 'more')])
  expect(await reader.answers.get({ workspaceId: 'w', id: 'a' })).toMatchObject({ text: 'more' })
  await reader.close()
  await reader.close()
})

test('creates nothing, and refuses another schema with a reason', async () => {
  const file = { kind: 'sqlite', path: place.path } as const
  await expect(readStore(file)).rejects.toMatchObject({ code: 'input-output' })
  await expect(readStore(file)).rejects.toThrow('There is no database')
  await (await place.open()).close()
  for (const [sql, words] of [
    ['update migrations set version = version + 100', 'newer Varve'],
    ['delete from migrations', 'varve db migrate'],
  ] as const) {
    const database = new DatabaseSync(place.path)
    database.exec(sql)
    database.close()
    await expect(readStore(file)).rejects.toThrow(words)
  }
})

test.skipIf(postgresAbsent())('works the same on PostgreSQL', async () => {
  const server = await temporaryPostgres()
  const store = await openStore({ url: server.url, now: 0 })
  await addAnswer(store)
  const reader = await readStore({ kind: 'postgres', url: server.url })
  expect(await reader.workspaces.list()).toEqual([WORKSPACE])
  expect(await reader.answers.get({ workspaceId: 'w', id: 'a' })).toMatchObject({ status: 'streaming' })
  await reader.close()
  await store.close()
  await server.remove()
})
