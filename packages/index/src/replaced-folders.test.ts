import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { pathsOf, type TemporaryWorkspace, temporaryWorkspace } from './testing/temporary-workspace.ts'
import { openWatched, untilFound } from './testing/watched-index.ts'
import type { OpenedSearchIndex } from './client/index-client.ts'

let place: TemporaryWorkspace

afterEach(() => place.remove())

async function watching(files: Readonly<Record<string, string>>): Promise<OpenedSearchIndex> {
  place = temporaryWorkspace(files)
  return openWatched(place)
}

/** All that this process has the system watch, in whichever thread. */
function watches(): number {
  const descriptors = readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return readFileSync(`/proc/self/fdinfo/${name}`, 'utf8').split('\n')
    } catch {
      // Closed in the meantime.
      return []
    }
  })
  return descriptors.filter((line) => line.startsWith('inotify wd')).length
}

describe('a folder in the workspace', () => {
  test('deleted and recreated is watched again, every time', async () => {
    const index = await watching({ 'notes/a.md': 'alpha', 'notes/sub/deep.md': 'delta', 'top.md': 'other' })
    const folder = join(place.root, 'notes')
    for (let round = 0; round < 5; round++) {
      rmSync(folder, { recursive: true })
      mkdirSync(folder)
      place.write('notes/a.md', `begun${round}`)
      await untilFound(index, `begun${round}`, ['notes/a.md'])
      place.write('notes/a.md', `edited${round}`)
      place.write('notes/sub/deep.md', `deeper${round}`)
      await untilFound(index, `edited${round}`, ['notes/a.md'])
      await untilFound(index, `deeper${round}`, ['notes/sub/deep.md'])
      expect(await pathsOf(index, `begun${round}`)).toEqual([])
    }
    expect(await pathsOf(index, 'delta')).toEqual([])
  })

  test('is watched again even if it changed during a scan', async () => {
    const index = await watching({ 'notes/a.md': 'alpha' })
    const folder = join(place.root, 'notes')
    for (let round = 0; round < 40; round++) {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder)
      place.write('notes/a.md', `state${round}`)
      if (round % 4 === 0) await index.refresh()
      else await new Promise((resolve) => setTimeout(resolve, (round * 7) % 90))
    }
    place.write('notes/a.md', 'last')
    await untilFound(index, 'last', ['notes/a.md'])
    place.write('notes/b.md', 'later')
    await untilFound(index, 'later', ['notes/b.md'])
  })

  test('replaced by another loses its old contents', async () => {
    const index = await watching({ 'a/sub/old.md': 'oldest', 'a/top.md': 'alpha', 'c/x.md': 'other' })
    mkdirSync(join(place.root, 'b'))
    place.write('b/new.md', 'newest')
    renameSync(join(place.root, 'a'), join(place.root, 'x.tmp'))
    renameSync(join(place.root, 'b'), join(place.root, 'a'))
    rmSync(join(place.root, 'x.tmp'), { recursive: true })
    await untilFound(index, 'newest', ['a/new.md'])
    await untilFound(index, 'oldest', [])
    await untilFound(index, 'alpha', [])
    place.write('a/sub/later.md', 'quince')
    await untilFound(index, 'quince', ['a/sub/later.md'])
    expect(await index.verify()).toEqual([])
  })

  test('swapped with its neighbour and back', async () => {
    const index = await watching({ 'a/one.md': 'first', 'b/sub/two.md': 'second' })
    const [a, b, away] = ['a', 'b', 'away'].map((name) => join(place.root, name)) as [string, string, string]
    for (const [inA, inB] of [
      ['a/sub/two.md', 'b/one.md'],
      ['a/one.md', 'b/sub/two.md'],
    ] as const) {
      renameSync(a, away)
      renameSync(b, a)
      renameSync(away, b)
      const [first, second] = inA.includes('one') ? [inA, inB] : [inB, inA]
      await untilFound(index, 'first', [first])
      await untilFound(index, 'second', [second])
    }
    place.write('a/one.md', 'third')
    place.write('b/sub/two.md', 'fourth')
    await untilFound(index, 'third', ['a/one.md'])
    await untilFound(index, 'fourth', ['b/sub/two.md'])
  })

  test('replaced above it, with the same names below', async () => {
    const index = await watching({ 'year/month/day.md': 'cherries', 'year/month/list/l.md': 'items' })
    const year = join(place.root, 'year')
    cpSync(year, `${place.root}.copy`, { recursive: true })
    renameSync(year, `${place.root}.away`)
    renameSync(`${place.root}.copy`, year)
    place.write('year/month/day.md', 'plums')
    await untilFound(index, 'plums', ['year/month/day.md'])
    place.write('year/month/list/l.md', 'entries')
    await untilFound(index, 'entries', ['year/month/list/l.md'])
    // The old folder is no longer watched: it was moved away.
    writeFileSync(`${place.root}.away/month/day.md`, 'elsewhere')
    place.write('end.md', 'finale')
    await untilFound(index, 'finale', ['end.md'])
    expect(await pathsOf(index, 'elsewhere')).toEqual([])
  })

  test('replaced by a link or a file is gone, and comes back', async () => {
    const index = await watching({ 'box/a.md': 'alpha', 'box/sub/b.md': 'beta' })
    const box = join(place.root, 'box')
    renameSync(box, `${place.root}.away`)
    symlinkSync(`${place.root}.away`, box)
    await untilFound(index, 'alpha', [])
    await untilFound(index, 'beta', [])
    rmSync(box)
    writeFileSync(box, 'no folder')
    rmSync(box)
    renameSync(`${place.root}.away`, box)
    await untilFound(index, 'beta', ['box/sub/b.md'])
    place.write('box/sub/b.md', 'gamma')
    await untilFound(index, 'gamma', ['box/sub/b.md'])
  })

  // Nothing is closed to who may do everything.
  test.skipIf(process.getuid?.() === 0)(
    'without read permission keeps what is known, and is watched when readable',
    async () => {
      const index = await watching({ 'box/a.md': 'alpha', 'box/sub/b.md': 'beta' })
      const box = join(place.root, 'box')
      chmodSync(box, 0)
      try {
        await expect.poll(() => index.status().problems).toHaveLength(1)
        expect(await pathsOf(index, 'beta')).toEqual(['box/sub/b.md'])
      } finally {
        chmodSync(box, 0o755)
      }
      await expect.poll(() => index.status().problems).toEqual([])
      place.write('box/sub/b.md', 'gamma')
      place.write('box/c.md', 'kumquat')
      await untilFound(index, 'gamma', ['box/sub/b.md'])
      await untilFound(index, 'kumquat', ['box/c.md'])
    },
  )

  test.runIf(process.platform === 'linux')('leaves no watch behind', async () => {
    const before = watches()
    const index = await watching({ 'a/b/c.md': 'alpha', 'd/e.md': 'beta' })
    // The root, a, b and d.
    expect(watches() - before).toBe(4)
    for (let round = 0; round < 5; round++) {
      cpSync(join(place.root, 'a'), `${place.root}.copy`, { recursive: true })
      rmSync(join(place.root, 'a'), { recursive: true })
      renameSync(`${place.root}.copy`, join(place.root, 'a'))
      rmSync(join(place.root, 'd'), { recursive: true })
      place.write('d/e.md', `round${round}`)
      await untilFound(index, `round${round}`, ['d/e.md'])
    }
    await expect.poll(() => watches() - before).toBe(4)
    await place.remove()
    expect(watches() - before).toBe(0)
  })
})

describe('the root', () => {
  const FILES = { 'a.md': 'alpha', 'notes/b.md': 'beta' }

  async function expectFollowed(index: OpenedSearchIndex, word: string): Promise<void> {
    place.write('a.md', `${word}one`)
    place.write('notes/b.md', `${word}two`)
    await untilFound(index, `${word}one`, ['a.md'])
    await untilFound(index, `${word}two`, ['notes/b.md'])
    place.write('notes/new/c.md', `${word}three`)
    await untilFound(index, `${word}three`, ['notes/new/c.md'])
    // What is found is committed; the state changes a moment later.
    await expect.poll(() => index.status().state).toBe('ready')
  }

  test('replaced by a copy of itself', async () => {
    const index = await watching(FILES)
    for (const word of ['first', 'second']) {
      cpSync(place.root, `${place.root}.copy`, { recursive: true })
      renameSync(place.root, `${place.root}.${word}`)
      renameSync(`${place.root}.copy`, place.root)
      await expectFollowed(index, word)
      place.delete('notes/new')
      await untilFound(index, `${word}three`, [])
    }
  })

  test('deleted and recreated, at once or after a while', async () => {
    const index = await watching(FILES)
    rmSync(place.root, { recursive: true })
    mkdirSync(place.root)
    await expectFollowed(index, 'first')
    rmSync(place.root, { recursive: true })
    await expect.poll(() => index.status().state).toBe('failed')
    // Known files stay until the folder is back.
    expect(await pathsOf(index, 'firstone')).toEqual(['a.md'])
    mkdirSync(place.root)
    await untilFound(index, 'firstone', [])
    await expectFollowed(index, 'second')
  })

  test('moved away and back', async () => {
    const index = await watching(FILES)
    renameSync(place.root, `${place.root}.away`)
    await expect.poll(() => index.status().state).toBe('failed')
    renameSync(`${place.root}.away`, place.root)
    await expect.poll(() => index.status().state).toBe('ready')
    await expectFollowed(index, 'back')
  })

  test('replaced by a file', async () => {
    const index = await watching(FILES)
    renameSync(place.root, `${place.root}.away`)
    writeFileSync(place.root, 'no folder')
    await expect.poll(() => index.status().state).toBe('failed')
    expect(await pathsOf(index, 'alpha')).toEqual(['a.md'])
    rmSync(place.root)
    renameSync(`${place.root}.away`, place.root)
    await expectFollowed(index, 'back')
  })

  test('moved, with a link in its place that later leads to another', async () => {
    const index = await watching(FILES)
    const [one, other] = [`${place.root}.one`, `${place.root}.other`]
    cpSync(place.root, other, { recursive: true })
    renameSync(place.root, one)
    symlinkSync(one, place.root)
    await expectFollowed(index, 'linked')
    rmSync(place.root)
    symlinkSync(other, place.root)
    await untilFound(index, 'linkedone', [])
    await untilFound(index, 'alpha', ['a.md'])
    await expectFollowed(index, 'other')
  })

  test('under another parent than before', async () => {
    place = temporaryWorkspace(FILES)
    const base = dirname(place.root)
    const root = join(base, 'outer/vault')
    mkdirSync(join(base, 'outer'))
    renameSync(place.root, root)
    const index = await place.open({ root, watch: true })
    await index.refresh()
    cpSync(join(base, 'outer'), join(base, 'copy'), { recursive: true })
    writeFileSync(join(base, 'copy/vault/c.md'), 'gamma')
    renameSync(join(base, 'outer'), join(base, 'before'))
    renameSync(join(base, 'copy'), join(base, 'outer'))
    await untilFound(index, 'gamma', ['c.md'])
    writeFileSync(join(root, 'notes/b.md'), 'delta')
    await untilFound(index, 'delta', ['notes/b.md'])
    rmSync(join(root, 'notes'), { recursive: true })
    await untilFound(index, 'delta', [])
  })
})
