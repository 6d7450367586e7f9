import { existsSync, mkdirSync, renameSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { buildIndex } from './testing/build-index.ts'
import { dumpIndex } from './testing/dump-index.ts'
import { pathsOf, type TemporaryWorkspace, temporaryWorkspace } from './testing/temporary-workspace.ts'

const RUNS = process.env['VARVE_TEST_SHARE'] === 'full' ? 500 : 30

let place: TemporaryWorkspace

afterEach(() => place.remove())

async function reopened(): Promise<Awaited<ReturnType<TemporaryWorkspace['open']>>> {
  const index = await place.open()
  await index.refresh()
  return index
}

describe('a restart', () => {
  test('reads no file if nothing changed', async () => {
    place = temporaryWorkspace(
      Object.fromEntries(
        Array.from({ length: 120 }, (_, n) => [`f${n % 7}/n${n}.md`, `note ${n} [[n${n + 1}]]`]),
      ),
    )
    const first = await reopened()
    expect(first.filesRead()).toBe(120)
    await first.refresh()
    expect(first.filesRead()).toBe(120)
    await first.close()
    const second = await reopened()
    expect(second.filesRead()).toBe(0)
    expect(second.status()).toMatchObject({ state: 'ready', filesDone: 120, filesTotal: 120 })
  })

  test('reads what changed, and drops what was deleted', async () => {
    place = temporaryWorkspace({ 'a.md': 'alpha', 'b.md': 'beta', 'c/d.md': 'delta' })
    await (await reopened()).close()
    place.write('a.md', 'omega')
    place.delete('c')
    place.move('b.md', 'e/b.md')
    const index = await reopened()
    expect(index.filesRead()).toBe(2)
    expect(await pathsOf(index, 'alpha')).toEqual([])
    expect(await pathsOf(index, 'delta')).toEqual([])
    expect(await pathsOf(index, 'omega')).toEqual(['a.md'])
    expect(await pathsOf(index, 'beta')).toEqual(['e/b.md'])
    expect(await index.verify()).toEqual([])
  })

  test('notices an edit that keeps size and time', async () => {
    place = temporaryWorkspace({ 'a.md': 'alpha' })
    await (await reopened()).close()
    const { atime, mtime } = statSync(join(place.root, 'a.md'))
    place.write('a.md', 'omega')
    utimesSync(join(place.root, 'a.md'), atime, mtime)
    expect(await pathsOf(await reopened(), 'omega')).toEqual(['a.md'])
  })

  test('a touched file keeps its id and words', async () => {
    place = temporaryWorkspace({ 'a.md': 'alpha' })
    await (await reopened()).close()
    utimesSync(join(place.root, 'a.md'), 1, 1)
    const index = await reopened()
    expect(index.filesRead()).toBe(1)
    expect((await index.file('a.md'))?.modified).toBe(1000)
    expect(await pathsOf(index, 'alpha')).toEqual(['a.md'])
  })
})

describe('links', () => {
  test('resolve once a file exists, and no longer when it is deleted', async () => {
    place = temporaryWorkspace({ 'a.md': 'see [[later]]' })
    const index = await reopened()
    expect((await index.neighbours('a.md')).unresolved).toEqual(['later'])
    place.write('deep/later.md', 'here I am')
    await index.refresh()
    expect((await index.neighbours('a.md')).outgoing).toEqual(['deep/later.md'])
    expect((await index.neighbours('deep/later.md')).incoming).toEqual(['a.md'])
    place.delete('deep')
    await index.refresh()
    expect((await index.neighbours('a.md')).unresolved).toEqual(['later'])
  })
})

test('finds a note in a folder that was swapped for one with an outside link and back', async () => {
  place = temporaryWorkspace({ 'd/n.md': 'precious', 'e/x.md': 'other' })
  const [away, hidden] = [join(place.root, '../away'), join(place.root, '../hidden')]
  mkdirSync(away)
  writeFileSync(join(place.root, '../secret.md'), 'secret')
  symlinkSync(join(place.root, '../secret.md'), join(away, 'n.md'))
  const index = await place.open()
  await index.pause()
  const looked = index.refresh()
  // It has seen the files by then, and waits before it reads them.
  await expect.poll(() => index.status().filesTotal).toBe(2)
  renameSync(join(place.root, 'd'), hidden)
  renameSync(away, join(place.root, 'd'))
  await index.resume()
  await looked
  expect(await pathsOf(index, 'secret')).toEqual([])
  renameSync(join(place.root, 'd'), away)
  renameSync(hidden, join(place.root, 'd'))
  await index.refresh()
  expect(await pathsOf(index, 'precious')).toEqual(['d/n.md'])
  expect(index.status().problems).toEqual([])
})

describe('pausing', () => {
  test('stops the work and resumes where it was', async () => {
    place = temporaryWorkspace(
      Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`n${n}.md`, `note ${n}`])),
    )
    const index = await place.open()
    await index.pause()
    expect(index.status().state).toBe('paused')
    const whole = index.refresh()
    // The existing content stays searchable.
    await index.search({ text: 'note' })
    await index.resume()
    await whole
    expect(index.status()).toMatchObject({ state: 'ready', filesDone: 400 })
  })

  test('a rebuild gives the same index', async () => {
    place = temporaryWorkspace({ 'a.md': 'alpha [[b]]', 'b.md': 'beta' })
    const index = await reopened()
    const [, found] = await Promise.all([index.rebuild(), pathsOf(index, 'alpha')])
    expect([[], ['a.md']]).toContainEqual(found)
    expect(await pathsOf(index, 'alpha')).toEqual(['a.md'])
    expect(await index.verify()).toEqual([])
  })
})

const name = fc.constantFrom('a.md', 'b.md', 'c.txt', 'd/a.md', 'd/e/f.md', 'g/a.md')
const text = fc.constantFrom(
  'alpha [[a]]',
  'beta [[f]] #tag',
  '# Head\n\ngamma [[d/a|x]]',
  '中文搜索 [[c.txt]]',
  '',
)
const step = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), path: name, text }),
  fc.record({ kind: fc.constant('delete' as const), path: fc.constantFrom('a.md', 'd', 'd/e', 'g/a.md') }),
  fc.record({ kind: fc.constant('move' as const), path: fc.constantFrom('d', 'g', 'a.md') }),
  fc.record({ kind: fc.constant('look' as const) }),
)

test(`after any changes the index equals a fresh one (${RUNS} runs)`, async () => {
  place = temporaryWorkspace()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 16 }), async (steps) => {
      const vault = temporaryWorkspace({ 'a.md': 'start [[b]]', 'd/a.md': 'other [[a]]' })
      try {
        await buildIndex(vault.root, vault.file)
        for (const next of steps) {
          if (next.kind === 'write') vault.write(next.path, next.text)
          else if (next.kind === 'delete') vault.delete(next.path)
          else if (next.kind === 'look') await buildIndex(vault.root, vault.file)
          else if (existsSync(join(vault.root, next.path))) {
            vault.delete(`moved/${next.path}`)
            vault.move(next.path, `moved/${next.path}`)
          }
        }
        expect(await buildIndex(vault.root, vault.file)).toEqual([])
        await buildIndex(vault.root, `${vault.file}.fresh`)
        expect(dumpIndex(vault.file)).toEqual(dumpIndex(`${vault.file}.fresh`))
      } finally {
        await vault.remove()
      }
    }),
    { numRuns: RUNS },
  )
}, 600_000)
