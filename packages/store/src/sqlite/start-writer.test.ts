import { mkdirSync, rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../open-store.ts'
import { type TemporaryStore, temporaryStore } from '../testing/temporary-store.ts'

let place: TemporaryStore
let store: Store

beforeEach(async () => {
  place = temporaryStore()
  store = await place.open()
  await store.commit([store.workspaces.insert(workspace('w'))])
})

afterEach(() => place.remove())

const workspace = (id: string) => ({ id, name: id, kind: 'database', root: undefined, createdAt: 0 }) as const
const set = (name: string, value: unknown) => store.settings.set('w', name, value)

describe('commit', () => {
  test('a batch happens as a whole or not at all', async () => {
    const batch = [set('a', 1), store.workspaces.insert(workspace('w'))]
    await expect(store.commit(batch)).rejects.toMatchObject({ code: 'conflict' })
    expect(await store.settings.get('w', 'a')).toBeUndefined()
  })

  test('batches made at the same time are kept in order, and one that fails does not touch the others', async () => {
    const commits = Array.from({ length: 600 }, (_, index) =>
      store.commit(
        index % 3 === 1 ? [set('n', -1), store.workspaces.insert(workspace('w'))] : [set('n', index)],
      ),
    )
    const results = await Promise.allSettled(commits)
    expect(results.map((result) => result.status === 'fulfilled')).toEqual(
      commits.map((_, index) => index % 3 !== 1),
    )
    expect(await store.settings.get('w', 'n')).toBe(599)
  })

  test('a write that touches other rows than promised is undone', async () => {
    const rename = store.conversations.rename({ workspaceId: 'w', id: 'gone', title: 'x', titledBy: 'user' })
    await expect(store.commit([set('a', 1), rename])).rejects.toMatchObject({ code: 'conflict' })
    expect(await store.settings.get('w', 'a')).toBeUndefined()
  })

  test('an acknowledged write is there after closing and opening again', async () => {
    await store.commit([set('a', { deep: ['x', 1, null] })])
    await store.close()
    store = await place.open()
    expect(await store.settings.get('w', 'a')).toEqual({ deep: ['x', 1, null] })
  })

  test('closing waits for what was accepted and refuses what comes after', async () => {
    const accepted = store.commit([set('a', 1)])
    const closing = store.close()
    await expect(store.commit([set('a', 2)])).rejects.toMatchObject({ code: 'closed' })
    await accepted
    await closing
    store = await place.open()
    expect(await store.settings.get('w', 'a')).toBe(1)
  })
})

test('closing twice at once closes it once, and both learn of it', async () => {
  const accepted = store.commit([set('a', 1)])
  await Promise.all([store.close(), store.close()])
  await accepted
  await store.close()
  store = await place.open()
  expect(await store.settings.get('w', 'a')).toBe(1)
})

describe('disk full', () => {
  test('says so, changes nothing, and reading and small writes go on', async () => {
    await store.commit([set('kept', 'before')])
    await store.close()
    store = await place.open({ maximumPages: 60 })
    const large = store.commit([set('kept', 'after'), set('large', 'x'.repeat(400_000))])
    await expect(large).rejects.toMatchObject({ code: 'disk-full' })
    expect(await store.settings.get('w', 'kept')).toBe('before')
    await store.commit([set('small', 1)])
    expect(await store.settings.get('w', 'small')).toBe(1)
  })
})

describe('a disk that cannot be written', () => {
  test('is opened for reading, says so, and refuses every write with the reason', async () => {
    await store.commit([set('kept', 'before')])
    await store.close()
    // Nothing can be locked where a folder is in the way.
    rmSync(`${place.path}.lock`)
    mkdirSync(`${place.path}.lock`)
    store = await place.open()
    expect(store.readOnly).toContain('open for reading only')
    expect(await store.settings.get('w', 'kept')).toBe('before')
    for (let times = 0; times < 2; times += 1)
      await expect(store.commit([set('kept', 'after')])).rejects.toMatchObject({ code: 'input-output' })
    expect(await store.settings.get('w', 'kept')).toBe('before')
  })

  test('is an error where there is nothing to read yet', async () => {
    await store.close()
    for (const part of ['', '.lock']) rmSync(`${place.path}${part}`)
    mkdirSync(`${place.path}.lock`)
    await expect(place.open()).rejects.toMatchObject({ code: 'input-output' })
  })
})

describe('one writer', () => {
  test('a second process or opening is refused while the first is open', async () => {
    await expect(place.open()).rejects.toMatchObject({ code: 'in-use' })
    await store.close()
    store = await place.open()
    expect(await store.workspaces.get('w')).toBeDefined()
  })
})
