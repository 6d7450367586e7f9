import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { LATE_INDEXES } from './database/schema.ts'
import { openIndexForReading } from './database/index-file.ts'
import { pathsOf, type TemporaryWorkspace, temporaryWorkspace } from './testing/temporary-workspace.ts'
import { openWatched, untilFound } from './testing/watched-index.ts'
import type { OpenedSearchIndex } from './client/index-client.ts'

const FLOOD = process.env['VARVE_TEST_SHARE'] === 'full' ? 20_000 : 300
let place: TemporaryWorkspace

afterEach(() => place.remove())

async function watching(files: Readonly<Record<string, string>>): Promise<OpenedSearchIndex> {
  place = temporaryWorkspace(files)
  return openWatched(place)
}

test('notices new, changed, renamed and deleted notes', async () => {
  const index = await watching({ 'a.md': 'alpha' })
  place.write('b.md', 'beta')
  await untilFound(index, 'beta', ['b.md'])
  place.write('a.md', 'omega')
  await untilFound(index, 'omega', ['a.md'])
  expect(await pathsOf(index, 'alpha')).toEqual([])
  place.move('a.md', 'z.md')
  await untilFound(index, 'omega', ['z.md'])
  place.delete('z.md')
  await untilFound(index, 'omega', [])
  expect(await index.verify()).toEqual([])
})

test('folders arrive with all contents, move and go', async () => {
  const index = await watching({ 'a.md': 'alpha' })
  place.write('one/two/three/deep.md', 'delta')
  await untilFound(index, 'delta', ['one/two/three/deep.md'])
  place.write('one/two/three/deep.md', 'delta epsilon')
  await untilFound(index, 'epsilon', ['one/two/three/deep.md'])
  place.move('one/two', 'moved')
  await untilFound(index, 'epsilon', ['moved/three/deep.md'])
  // The folder under its new name is watched, and so is another one under the old.
  place.write('moved/three/deep.md', 'kumquat')
  place.write('one/two/three/deep.md', 'rhubarb')
  await untilFound(index, 'kumquat', ['moved/three/deep.md'])
  await untilFound(index, 'rhubarb', ['one/two/three/deep.md'])
  place.delete('moved')
  await untilFound(index, 'kumquat', [])
})

test('rescans a folder replaced by another of the same name', async () => {
  const index = await watching({ 'box/old.md': 'alpha' })
  mkdirSync(join(place.root, 'next'))
  writeFileSync(join(place.root, 'next/new.md'), 'beta')
  await untilFound(index, 'beta', ['next/new.md'])
  rmSync(join(place.root, 'box'), { recursive: true })
  renameSync(join(place.root, 'next'), join(place.root, 'box'))
  await untilFound(index, 'beta', ['box/new.md'])
  place.write('box/later.md', 'gamma')
  await untilFound(index, 'gamma', ['box/later.md'])
  expect(await pathsOf(index, 'alpha')).toEqual([])
})

test('the first notes of an empty watched folder update link tables too', async () => {
  const index = await watching({})
  place.write('one/two/a.md', 'alpha [[b]]')
  await untilFound(index, 'alpha', ['one/two/a.md'])
  await vi.waitFor(() => {
    const connection = openIndexForReading(place.file)
    const names = connection.prepare(`select name from sqlite_schema where type = 'index'`).all()
    connection.close()
    expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(LATE_INDEXES)))
  }, 30_000)
})

test('a changed ignore file changes the results', async () => {
  const index = await watching({ 'a.md': 'alpha', 'private/p.md': 'secret' })
  expect(await pathsOf(index, 'secret')).toEqual(['private/p.md'])
  place.write('.varveignore', 'private/\n')
  await untilFound(index, 'secret', [])
  place.delete('.varveignore')
  await untilFound(index, 'secret', ['private/p.md'])
})

test(`a flood of ${FLOOD} files is taken in whole`, async () => {
  const index = await watching({ 'a.md': 'alpha' })
  for (let n = 0; n < FLOOD; n++) place.write(`flood/${n % 50}/n${n}.md`, `flood number w${n}`)
  place.write('last.md', 'finale')
  await untilFound(index, 'finale', ['last.md'])
  await expect
    .poll(async () => (await index.statistics()).files, { timeout: 120_000, interval: 200 })
    .toBe(FLOOD + 2)
  expect(await pathsOf(index, `w${FLOOD - 1}`)).toHaveLength(1)
  expect(await index.verify()).toEqual([])
}, 180_000)

test('the folder may vanish and come back', async () => {
  const index = await watching({ 'a.md': 'alpha' })
  renameSync(place.root, `${place.root}.away`)
  await expect(index.refresh()).rejects.toMatchObject({ code: 'input-output' })
  expect(index.status()).toMatchObject({
    state: 'failed',
    failure: 'The folder of the workspace is not there.',
  })
  expect(await pathsOf(index, 'alpha')).toEqual(['a.md'])
  renameSync(`${place.root}.away`, place.root)
  await index.refresh()
  expect(index.status().state).toBe('ready')
  expect(index.filesRead()).toBe(1)
})
