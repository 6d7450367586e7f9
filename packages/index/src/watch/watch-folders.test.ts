import { EventEmitter } from 'node:events'
import { type FSWatcher, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { folderIdentity } from '../scan/read-settled-file.ts'
import type { ScannedFolder } from '../scan/scan-folder.ts'
import { type Dirty, type FoldersWatch, watchFolders, type WatchFoldersOptions } from './watch-folders.ts'

let root = ''
let watch: FoldersWatch
let reported: Dirty[] = []
let notes: string[] = []

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'varve-watch-'))
  reported = []
  notes = []
})

afterEach(() => {
  watch.close()
  rmSync(root, { recursive: true, force: true })
})

function start(options: Partial<WatchFoldersOptions> = {}): void {
  watch = watchFolders({
    root,
    onDirty: (dirty) => reported.push(dirty),
    onPolling: (reason) => notes.push(reason),
    ...options,
  })
  watch.moveTo(root)
}

function folder(path: string): ScannedFolder {
  return { path, place: path, identity: folderIdentity(statSync(join(root, path))) }
}

/** All folders reported so far. */
function dirtyFolders(): readonly string[] {
  return [
    ...new Set(reported.flatMap((dirty) => (dirty === 'everything' ? ['everything'] : [...dirty]))),
  ].sort()
}

describe('real folders', () => {
  test('a change reports its folder only', async () => {
    mkdirSync(join(root, 'a'))
    mkdirSync(join(root, 'b'))
    start()
    for (const path of ['', 'a', 'b']) watch.add(folder(path))
    writeFileSync(join(root, 'a/note.md'), 'text')
    await expect.poll(() => dirtyFolders()).toEqual(['a'])
  })

  test('many changes in a row are reported together', async () => {
    start({ times: { quiet: 100, atMost: 60_000 } })
    watch.add(folder(''))
    for (let n = 0; n < 300; n++) writeFileSync(join(root, `n${n}.md`), 'text')
    await expect.poll(() => dirtyFolders()).toEqual([''])
    expect(reported).toHaveLength(1)
  })

  test('a deleted folder is reported with its parent', async () => {
    mkdirSync(join(root, 'a'))
    start()
    for (const path of ['', 'a']) watch.add(folder(path))
    rmSync(join(root, 'a'), { recursive: true })
    await expect.poll(() => dirtyFolders()).toContain('')
  })

  test('an ignore file affects everything', async () => {
    start()
    watch.add(folder(''))
    writeFileSync(join(root, '.varveignore'), 'private/')
    await expect.poll(() => reported).toContain('everything')
  })

  test('know what they watch, by path and identity', () => {
    for (const path of ['a', 'a/b', 'a/b/c', 'ab']) mkdirSync(join(root, path))
    start()
    for (const path of ['', 'a', 'a/b', 'a/b/c', 'ab']) watch.add(folder(path))
    expect(watch.below('')).toEqual(['a', 'ab'])
    expect(watch.below('a')).toEqual(['a/b'])
    expect(watch.has(folder('a'))).toBe(true)
    expect(watch.has({ ...folder('a'), identity: '1' })).toBe(false)
    watch.remove('a')
    expect(watch.paths()).toEqual(['', 'ab'])
  })
})

describe('a replaced folder', () => {
  test('its watch no longer counts, even if the new one has the same identity', async () => {
    mkdirSync(join(root, 'a/b'), { recursive: true })
    start()
    const [top, a, b] = [folder(''), folder('a'), folder('a/b')]
    for (const each of [top, a, b]) watch.add(each)
    rmSync(join(root, 'a'), { recursive: true })
    mkdirSync(join(root, 'a/b'), { recursive: true })
    await expect.poll(() => [top, a, b].map((each) => watch.has(each))).toEqual([true, false, false])
    await expect.poll(() => dirtyFolders()).toEqual(['', 'a', 'a/b'])
    watch.add(folder('a'))
    expect(watch.has(folder('a'))).toBe(true)
    reported = []
    writeFileSync(join(root, 'a/note.md'), 'text')
    await expect.poll(() => dirtyFolders()).toContain('a')
  })

  test('nor does that of a moved one, until it is watched again', async () => {
    mkdirSync(join(root, 'a'))
    start()
    const before = folder('a')
    for (const each of [folder(''), before]) watch.add(each)
    renameSync(join(root, 'a'), join(root, 'b'))
    renameSync(join(root, 'b'), join(root, 'a'))
    await expect.poll(() => watch.has(before)).toBe(false)
    expect(folder('a')).toEqual(before)
    watch.add(before)
    expect(watch.has(before)).toBe(true)
  })

  test('a swapped or missing root affects everything, and is reported once', async () => {
    const vault = join(root, 'outer/vault')
    mkdirSync(vault, { recursive: true })
    start({ root: vault, times: { pulse: 20, quiet: 1 } })
    watch.moveTo(vault)
    const identity = (): string => folderIdentity(statSync(vault))
    watch.add({ path: '', place: '', identity: identity() })
    mkdirSync(join(root, 'other/vault'), { recursive: true })
    renameSync(join(root, 'outer'), join(root, 'before'))
    await expect.poll(() => reported).toEqual(['everything'])
    renameSync(join(root, 'other'), join(root, 'outer'))
    await expect.poll(() => reported).toEqual(['everything', 'everything'])
    watch.remove('')
    watch.add({ path: '', place: '', identity: identity() })
    writeFileSync(join(vault, 'note.md'), 'text')
    await expect.poll(() => reported.at(-1)).toEqual(new Set(['']))
    expect(reported.filter((dirty) => dirty === 'everything')).toHaveLength(2)
  })

  test('releases what was watched under another root', () => {
    for (const path of ['one', 'two']) mkdirSync(join(root, path))
    start()
    watch.add(folder('one'))
    watch.moveTo(root)
    expect(watch.paths()).toEqual(['one'])
    watch.moveTo(join(root, 'two'))
    expect(watch.paths()).toEqual([])
  })
})

/** A system that counts and limits its watches, and says what we tell it to say. */
class FakeSystem {
  readonly watchers: { listener: (event: string, name: string | null) => void; emitter: EventEmitter }[] = []
  open = 0
  readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  watch = (_place: string, listener: (event: string, name: string | null) => void): FSWatcher => {
    if (this.open >= this.limit) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    this.open++
    const emitter = new EventEmitter()
    this.watchers.push({ listener, emitter })
    return Object.assign(emitter, {
      close: () => void this.open--,
      ref: () => emitter,
      unref: () => emitter,
    }) as FSWatcher
  }
}

describe('a system at its limits', () => {
  test('out of watches: all are released, it says so once, and rescans periodically', async () => {
    const system = new FakeSystem(3)
    start({ open: system.watch, times: { polling: 20, atMost: 60 } })
    for (let n = 0; n < 10; n++) watch.add({ path: `f${n}`, place: `f${n}`, identity: String(n) })
    expect(system.open).toBe(0)
    expect(notes).toHaveLength(1)
    expect(notes[0]).toContain('ENOSPC')
    expect(watch.paths()).toHaveLength(10)
    await expect.poll(() => reported.filter((dirty) => dirty === 'everything').length).toBeGreaterThan(2)
  })

  test('a flood of events asks for a full scan', async () => {
    const system = new FakeSystem(10)
    start({ open: system.watch })
    watch.add({ path: 'a', place: 'a', identity: '1' })
    for (let n = 0; n < 5000; n++) system.watchers[0]?.listener('change', `n${n}.md`)
    await expect.poll(() => reported).toEqual(['everything'])
  })

  test('a failing watch reports its folder and the parent', async () => {
    const system = new FakeSystem(10)
    start({ open: system.watch })
    watch.add({ path: 'a/b', place: 'a/b', identity: '1' })
    system.watchers[0]?.emitter.emit('error', Object.assign(new Error('gone'), { code: 'EPERM' }))
    await expect.poll(() => dirtyFolders()).toEqual(['a', 'a/b'])
  })

  test('a folder that cannot be watched is retried', async () => {
    let isClosed = true
    const system = new FakeSystem(10)
    start({
      times: { quiet: 1 },
      open: (place, listener) => {
        if (isClosed) throw Object.assign(new Error('closed'), { code: 'EACCES' })
        return system.watch(place, listener)
      },
    })
    const a = { path: 'a', place: 'a', identity: '1' }
    watch.add(a)
    expect(watch.has(a)).toBe(false)
    isClosed = false
    watch.add(a)
    expect(watch.has(a)).toBe(true)
    expect(system.open).toBe(1)
    // The folder above tells when there is something new to see; a hint for each try would have no end.
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(reported).toEqual([])
  })

  test('endless changes are reported nevertheless', async () => {
    const system = new FakeSystem(10)
    start({ open: system.watch, times: { quiet: 60_000, atMost: 30 } })
    watch.add({ path: 'a', place: 'a', identity: '1' })
    const noise = setInterval(() => system.watchers[0]?.listener('change', null), 2)
    try {
      await expect.poll(() => dirtyFolders()).toEqual(['a'])
    } finally {
      clearInterval(noise)
    }
  })

  test('reports nothing after closing', async () => {
    const system = new FakeSystem(10)
    start({ open: system.watch, times: { quiet: 1 } })
    watch.add({ path: 'a', place: 'a', identity: '1' })
    system.watchers[0]?.listener('change', null)
    watch.close()
    system.watchers[0]?.listener('change', null)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(reported).toEqual([])
    expect(system.open).toBe(0)
  })
})
