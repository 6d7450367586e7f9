import { EventEmitter } from 'node:events'
import type { FSWatcher } from 'node:fs'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ScannedFolder } from './scan-folder.ts'
import { type Dirty, type FoldersWatch, watchFolders, type WatchFoldersOptions } from './watch-folders.ts'

let root = ''
let watch: FoldersWatch
let told: Dirty[] = []
let notes: string[] = []

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'varve-watch-'))
  told = []
  notes = []
})

afterEach(() => {
  watch.close()
  rmSync(root, { recursive: true, force: true })
})

function start(options: Partial<WatchFoldersOptions> = {}): void {
  watch = watchFolders({
    realRoot: root,
    onDirty: (dirty) => told.push(dirty),
    onPolling: (reason) => notes.push(reason),
    ...options,
  })
}

function folder(path: string): ScannedFolder {
  return { path, place: path, inode: statSync(join(root, path)).ino }
}

/** Every folder that was told of so far. */
function dirtyFolders(): readonly string[] {
  return [...new Set(told.flatMap((dirty) => (dirty === 'everything' ? ['everything'] : [...dirty])))].sort()
}

describe('real folders', () => {
  test('a change tells of its folder and of no other', async () => {
    mkdirSync(join(root, 'a'))
    mkdirSync(join(root, 'b'))
    start()
    for (const path of ['', 'a', 'b']) watch.add(folder(path))
    writeFileSync(join(root, 'a/note.md'), 'text')
    await vi.waitFor(() => expect(dirtyFolders()).toEqual(['a']))
  })

  test('many changes in a row are told together', async () => {
    start({ times: { quiet: 100, atMost: 60_000 } })
    watch.add(folder(''))
    for (let n = 0; n < 300; n++) writeFileSync(join(root, `n${n}.md`), 'text')
    await vi.waitFor(() => expect(dirtyFolders()).toEqual(['']))
    expect(told).toHaveLength(1)
  })

  test('a folder that is deleted is told of, and its parent', async () => {
    mkdirSync(join(root, 'a'))
    start()
    for (const path of ['', 'a']) watch.add(folder(path))
    rmSync(join(root, 'a'), { recursive: true })
    await vi.waitFor(() => expect(dirtyFolders()).toContain(''))
  })

  test('an ignore file concerns everything', async () => {
    start()
    watch.add(folder(''))
    writeFileSync(join(root, '.varveignore'), 'private/')
    await vi.waitFor(() => expect(told).toContain('everything'))
  })

  test('knows what it watches, by path and by identity', () => {
    for (const path of ['a', 'a/b', 'a/b/c', 'ab']) mkdirSync(join(root, path))
    start()
    for (const path of ['', 'a', 'a/b', 'a/b/c', 'ab']) watch.add(folder(path))
    expect(watch.below('')).toEqual(['a', 'ab'])
    expect(watch.below('a')).toEqual(['a/b'])
    expect(watch.has(folder('a'))).toBe(true)
    expect(watch.has({ ...folder('a'), inode: 1 })).toBe(false)
    watch.remove('a')
    expect(watch.paths()).toEqual(['', 'ab'])
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
  test('out of watches: all are given back, it says so once, and everything is looked at from time to time', async () => {
    const system = new FakeSystem(3)
    start({ open: system.watch, times: { polling: 20 } })
    for (let n = 0; n < 10; n++) watch.add({ path: `f${n}`, place: `f${n}`, inode: n })
    expect(system.open).toBe(0)
    expect(notes).toHaveLength(1)
    expect(notes[0]).toContain('ENOSPC')
    expect(watch.paths()).toHaveLength(10)
    await vi.waitFor(() => expect(told.filter((dirty) => dirty === 'everything').length).toBeGreaterThan(2))
  })

  test('a flood of events, of which some may be lost, asks for a look at everything', async () => {
    const system = new FakeSystem(10)
    start({ open: system.watch })
    watch.add({ path: 'a', place: 'a', inode: 1 })
    for (let n = 0; n < 5000; n++) system.watchers[0]?.listener('change', `n${n}.md`)
    await vi.waitFor(() => expect(told).toEqual(['everything']))
  })

  test('a watch that fails tells of its folder and the one above', async () => {
    const system = new FakeSystem(10)
    start({ open: system.watch })
    watch.add({ path: 'a/b', place: 'a/b', inode: 1 })
    system.watchers[0]?.emitter.emit('error', Object.assign(new Error('gone'), { code: 'EPERM' }))
    await vi.waitFor(() => expect(dirtyFolders()).toEqual(['a', 'a/b']))
  })

  test('unrest without an end is told of all the same', async () => {
    const system = new FakeSystem(10)
    start({ open: system.watch, times: { quiet: 60_000, atMost: 30 } })
    watch.add({ path: 'a', place: 'a', inode: 1 })
    const noise = setInterval(() => system.watchers[0]?.listener('change', null), 2)
    try {
      await vi.waitFor(() => expect(dirtyFolders()).toEqual(['a']))
    } finally {
      clearInterval(noise)
    }
  })

  test('nothing is told after closing', async () => {
    const system = new FakeSystem(10)
    start({ open: system.watch, times: { quiet: 1 } })
    watch.add({ path: 'a', place: 'a', inode: 1 })
    system.watchers[0]?.listener('change', null)
    watch.close()
    system.watchers[0]?.listener('change', null)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(told).toEqual([])
    expect(system.open).toBe(0)
  })
})
