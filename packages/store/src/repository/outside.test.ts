import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore, type Store } from '../open-store.ts'

let base = ''
let store: Store

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'varve-outside-'))
  store = await openStore({ path: join(base, 'varve.db'), now: 0 })
  const workspace = { name: 'x', kind: 'folder', root: base, createdAt: 0 } as const
  await store.commit([
    store.workspaces.insert({ ...workspace, id: 'a' }),
    store.workspaces.insert({ ...workspace, id: 'b' }),
  ])
})

afterAll(async () => {
  await store.close()
  rmSync(base, { recursive: true, force: true })
})

test('bytes are stored once by hash, in their workspace only', async () => {
  const bytes = new Uint8Array([0, 255, 1, 128])
  await store.commit([store.blobs.put('a', 'h', bytes), store.blobs.put('a', 'h', new Uint8Array([9]))])
  expect(new Uint8Array((await store.blobs.get('a', 'h')) ?? [])).toEqual(bytes)
  expect(await store.blobs.get('b', 'h')).toBeUndefined()
})

test('an upload is found in its own workspace, and known as foreign in any other', async () => {
  const upload = { workspaceId: 'a', id: 'u', name: 'x.txt', hash: 'h', at: 5 }
  await store.commit([store.uploads.insert(upload)])
  expect(await store.uploads.get({ workspaceId: 'a', id: 'u' })).toEqual(upload)
  expect(await store.uploads.get({ workspaceId: 'b', id: 'u' })).toBeUndefined()
  expect(await store.uploads.isForeign({ workspaceId: 'b', id: 'u' })).toBe(true)
  expect(await store.uploads.isForeign({ workspaceId: 'a', id: 'u' })).toBe(false)
  expect(await store.uploads.isForeign({ workspaceId: 'b', id: 'none' })).toBe(false)
})

test('a page that was read again takes the place of the old one', async () => {
  const url = 'https://example.org/'
  await store.commit([store.webPages.put('a', url, { title: 'one' })])
  await store.commit([store.webPages.put('a', url, { title: 'two' })])
  expect(await store.webPages.get('a', url)).toEqual({ title: 'two' })
  expect(await store.webPages.get('b', url)).toBeUndefined()
})
