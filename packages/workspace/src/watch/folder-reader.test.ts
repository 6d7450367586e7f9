import { mkdirSync, renameSync, statSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type FolderBesideSecret, folderBesideSecret } from '../testing/folder-beside-secret.ts'
import { FolderReader } from './folder-reader.ts'
import { scanFolder } from './scan-folder.ts'

const RACES = process.env['VARVE_TEST_SHARE'] === 'full' ? 1000 : 100

let folders: FolderBesideSecret
let realRoot = ''
let reader: FolderReader

beforeEach(() => {
  folders = folderBesideSecret()
  realRoot = folders.realRoot
  writeFileSync(join(realRoot, 'top.md'), '')
  reader = new FolderReader(realRoot)
})

afterEach(() => {
  reader.close()
  folders.remove()
})

function read(place: string): string | undefined {
  const file = reader.read(place, 1000)
  return file && new TextDecoder().decode(file.bytes)
}

// Elsewhere there is nothing like it, and every file is read with care.
describe.runIf(process.platform === 'linux')('FolderReader', () => {
  // So that the disk's clock has ticked since they were written.
  beforeEach(() => sleep(60))

  test('gives files of several folders, also an empty one, with the stamp that the disk has', () => {
    const texts = ['inner/note.md', 'top.md', 'inner/note.md'].map(read)
    expect(texts).toEqual(['plain!', '', 'plain!'])
    const [seen] = scanFolder({ realRoot, folder: { path: 'inner', place: 'inner' } })?.files ?? []
    expect(seen).toMatchObject(reader.read('inner/note.md', 1000)?.stamp ?? {})
  })

  test('a file that was touched just before is not given, whatever time it shows', () => {
    const place = join(realRoot, 'inner/note.md')
    writeFileSync(place, 'fresh!')
    utimesSync(place, 1000, 1000)
    // A busy machine may come to reading it long after.
    vi.useFakeTimers({ toFake: ['Date'], now: statSync(place).ctimeMs })
    onTestFinished(() => void vi.useRealTimers())
    expect(read('inner/note.md')).toBeUndefined()
  })

  test('neither is one over the limit', () => {
    expect(reader.read('inner/note.md', 5)).toBeUndefined()
  })

  test('a link, a folder and what is gone are not given', () => {
    const place = join(realRoot, 'inner/note.md')
    unlinkSync(place)
    expect(read('inner/note.md')).toBeUndefined()
    symlinkSync(join(folders.outside, 'note.md'), place)
    expect(read('inner/note.md')).toBeUndefined()
    unlinkSync(place)
    mkdirSync(place)
    expect(read('inner/note.md')).toBeUndefined()
  })

  test('a folder that is a link by now gives nothing, wherever it leads', () => {
    renameSync(join(realRoot, 'inner'), join(realRoot, 'moved'))
    for (const target of [folders.outside, join(realRoot, 'moved')]) {
      symlinkSync(target, join(realRoot, 'inner'))
      expect(read('inner/note.md')).toBeUndefined()
      unlinkSync(join(realRoot, 'inner'))
    }
  })

  test(`a folder swapped while it is open never gives the other's text (${RACES} races)`, () => {
    const folder = join(realRoot, 'inner')
    const texts = new Set<string | undefined>()
    for (let race = 0; race < RACES; race++) {
      // Open before the swap in every second race.
      if (race % 2 === 0) texts.add(read('inner/note.md'))
      renameSync(folder, `${folder}.real`)
      symlinkSync(folders.outside, folder)
      texts.add(read('inner/note.md'))
      unlinkSync(folder)
      renameSync(`${folder}.real`, folder)
      if (race % 3 === 0) reader.close()
    }
    expect(texts).toEqual(new Set(['plain!', undefined]))
  })
})
