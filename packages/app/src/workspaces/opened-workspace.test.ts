import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openStore, type Store } from '@varve/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type App, createApp } from '../create-app.ts'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import { temporaryFolders, WORKSPACE as workspaceId } from '../testing/temporary-app.ts'

const RECORD = { name: 'Vault', kind: 'folder', createdAt: 0 } as const

let base: string
let root: string
let store: Store
let app: App
/** The folders that were opened, in order. */
let opened: string[]
/** Called when the index can't be opened and someone tries. */
let onIndex: (() => void) | undefined

beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), 'varve-opened-'))
  root = join(base, 'vault')
  mkdirSync(root)
  store = await openStore({ path: join(base, 'varve.db'), now: 0 })
  await store.commit([store.workspaces.insert({ ...RECORD, id: workspaceId, root })])
  const openFolder = temporaryFolders(base)
  opened = []
  onIndex = undefined
  app = createApp({
    clock: { now: Date.now },
    newId: randomUUID,
    store,
    models: [offlineChatModel()],
    openFolder: async (folder) => {
      opened.push(folder.root)
      const files = await openFolder(folder)
      return onIndex ? { ...files, openIndex: failLater } : files
    },
    report: () => undefined,
  })
})

afterEach(async () => {
  await app.close()
  rmSync(base, { recursive: true, force: true })
})

async function failLater(): Promise<never> {
  onIndex?.()
  await wait(200)
  throw new Error('The disk is gone.')
}

const listFiles = () => app.listFiles({ workspaceId })

test('a workspace requested by many at once is opened once', async () => {
  await Promise.all(Array.from({ length: 5 }, listFiles))
  expect(opened).toEqual([root])
})

test('a missing folder is opened once it exists', async () => {
  rmSync(root, { recursive: true })
  const outcomes = await Promise.allSettled([listFiles(), listFiles()])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  mkdirSync(root)
  writeFileSync(join(root, 'a.md'), 'A')
  expect(await listFiles()).toMatchObject([{ path: 'a.md' }])
})

test('the app closes even while an index fails to open', async () => {
  const asked = Promise.withResolvers<void>()
  onIndex = asked.resolve
  const [listing, closing] = await Promise.allSettled([listFiles(), asked.promise.then(() => app.close())])
  expect([listing.status, closing.status]).toEqual(['rejected', 'fulfilled'])
  // Nothing holds the database any more.
  const again = await openStore({ path: join(base, 'varve.db'), now: 0 })
  await again.close()
})

test('an unknown workspace is found once it exists', async () => {
  const listLater = () => app.listFiles({ workspaceId: 'later' })
  await expect(listLater()).rejects.toMatchObject({ code: 'workspace-not-found' })
  await store.commit([store.workspaces.insert({ ...RECORD, id: 'later', root })])
  expect(await listLater()).toEqual([])
})
