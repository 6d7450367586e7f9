import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  test('a batch is applied as a whole or not at all', async () => {
    const batch = [set('a', 1), store.workspaces.insert(workspace('w'))]
    await expect(store.commit(batch)).rejects.toMatchObject({ code: 'conflict' })
    expect(await store.settings.get('w', 'a')).toBeUndefined()
  })

  test('simultaneous batches keep their order, and a failing one does not affect others', async () => {
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

  test('a write that touches other rows than promised is rolled back', async () => {
    const rename = store.conversations.rename({ workspaceId: 'w', id: 'gone', title: 'x', titledBy: 'user' })
    await expect(store.commit([set('a', 1), rename])).rejects.toMatchObject({ code: 'conflict' })
    expect(await store.settings.get('w', 'a')).toBeUndefined()
  })

  test('an acknowledged write survives closing and reopening', async () => {
    await store.commit([set('a', { deep: ['x', 1, null] })])
    await store.close()
    store = await place.open()
    expect(await store.settings.get('w', 'a')).toEqual({ deep: ['x', 1, null] })
  })

  test('closing waits for accepted writes and refuses later ones', async () => {
    const accepted = store.commit([set('a', 1)])
    const closing = store.close()
    await expect(store.commit([set('a', 2)])).rejects.toMatchObject({ code: 'closed' })
    await accepted
    await closing
    store = await place.open()
    expect(await store.settings.get('w', 'a')).toBe(1)
  })
})

test('closing twice at once closes it once, and both calls return', async () => {
  const accepted = store.commit([set('a', 1)])
  await Promise.all([store.close(), store.close()])
  await accepted
  await store.close()
  store = await place.open()
  expect(await store.settings.get('w', 'a')).toBe(1)
})

/** Stores something on a small disk, fills the disk, opens it again and prints what is there. */
const ON_FULL_DISK = `
  import { rmSync, writeFileSync } from 'node:fs'
  import { openStore } from '${new URL('../open-store.ts', import.meta.url).href}'
  const folder = process.argv[1]
  const open = () => openStore({ path: folder + '/varve.db', now: 0 })
  const first = await open()
  await first.commit([
    first.workspaces.insert({ id: 'w', name: 'w', kind: 'database', root: undefined, createdAt: 0 }),
    first.settings.set('w', 'kept', 'before'),
  ])
  await first.close()
  try {
    for (let at = 0; ; at += 1) writeFileSync(folder + '/filler-' + at, 'x'.repeat(4096))
  } catch {}
  for (let at = 0; at < Number(process.argv[2]); at += 1) rmSync(folder + '/filler-' + at)
  const store = await open()
  const codes = []
  for (let times = 0; times < 2; times += 1)
    await store.commit([store.settings.set('w', 'kept', 'after')]).catch(({ code }) => codes.push(code))
  console.log(JSON.stringify({ readOnly: store.readOnly, kept: await store.settings.get('w', 'kept'), codes }))
  await store.close()`

describe('disk full', () => {
  test('says so, changes nothing, and reads and small writes continue', async () => {
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

describe('an unwritable disk', () => {
  test.skipIf(process.platform !== 'linux').for([0, 9])(
    'is detected as full at the start, with %s pages left',
    (pages, context) => {
      const folder = mkdtempSync(join(tmpdir(), 'varve-full-'))
      const mount = 'mount -t tmpfs -o size=4m tmpfs "$0" && exec "$1" --input-type=module -e "$2" "$0" "$3"'
      const { status, stdout, stderr } = spawnSync(
        'unshare',
        [
          '--map-root-user',
          '--mount',
          'sh',
          '-c',
          mount,
          folder,
          process.execPath,
          ON_FULL_DISK,
          String(pages),
        ],
        { encoding: 'utf8' },
      )
      rmSync(folder, { recursive: true })
      if (status !== 0 && /unshare|mount/.test(stderr)) context.skip('A small disk cannot be made here.')
      expect(stderr).toBe('')
      expect(JSON.parse(stdout)).toEqual({
        readOnly: expect.stringMatching(/^The disk is full, so Varve is open for reading only/),
        kept: 'before',
        codes: ['disk-full', 'disk-full'],
      })
    },
  )

  test('is opened read-only, says so, and refuses every write with the reason', async () => {
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

  test('is an error if there is nothing to read yet', async () => {
    await store.close()
    for (const part of ['', '.lock']) rmSync(`${place.path}${part}`)
    mkdirSync(`${place.path}.lock`)
    await expect(place.open()).rejects.toMatchObject({ code: 'input-output' })
  })
})

describe('one writer', () => {
  test('refuses a second process or opening while the first is open', async () => {
    await expect(place.open()).rejects.toMatchObject({ code: 'in-use' })
    await store.close()
    store = await place.open()
    expect(await store.workspaces.get('w')).toBeDefined()
  })
})
