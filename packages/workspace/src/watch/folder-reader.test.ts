import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FolderReader } from './folder-reader.ts'
import { scanFolder, type ScannedFile } from './scan-folder.ts'

const RACES = process.env['VARVE_TEST_SHARE'] === 'full' ? 1000 : 100

let base = ''
let realRoot = ''
let reader: FolderReader

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'varve-reader-')))
  realRoot = join(base, 'vault')
  mkdirSync(join(realRoot, 'inner'), { recursive: true })
  mkdirSync(join(base, 'outside'))
  writeFileSync(join(base, 'outside/note.md'), 'secret')
  writeFileSync(join(realRoot, 'inner/note.md'), 'plain!')
  writeFileSync(join(realRoot, 'top.md'), '')
  reader = new FolderReader(realRoot)
})

afterEach(() => {
  reader.close()
  rmSync(base, { recursive: true, force: true })
})

/** As a walk sees it that comes once the disk's clock has ticked. */
async function seen(place: string): Promise<ScannedFile> {
  await sleep(60)
  const folder = place.includes('/') ? place.slice(0, place.lastIndexOf('/')) : ''
  const scan = scanFolder({ realRoot, folder: { path: folder, place: folder } })
  const file = scan?.files.find((found) => found.place === place)
  if (!file) throw new Error(`${place} was not seen`)
  return file
}

function read(file: ScannedFile): string | undefined {
  const bytes = reader.read(file)
  return bytes && new TextDecoder().decode(bytes)
}

// Elsewhere there is nothing like it, and every file is read with care.
describe.runIf(process.platform === 'linux')('FolderReader', () => {
  test('gives files of several folders, also an empty one', async () => {
    const [inner, top] = [await seen('inner/note.md'), await seen('top.md')]
    expect([read(inner), read(top), read(inner)]).toEqual(['plain!', '', 'plain!'])
  })

  test('a file that was touched just before it was seen is not given', () => {
    writeFileSync(join(realRoot, 'inner/new.md'), 'fresh')
    const file = scanFolder({ realRoot, folder: { path: 'inner', place: 'inner' } })?.files.find(
      ({ path }) => path === 'inner/new.md',
    )
    expect(file?.settled).toBe(false)
    expect(file && read(file)).toBeUndefined()
  })

  test('one whose time of content was set back is unsettled all the same', () => {
    writeFileSync(join(realRoot, 'inner/new.md'), 'fresh')
    utimesSync(join(realRoot, 'inner/new.md'), 1000, 1000)
    const scan = scanFolder({ realRoot, folder: { path: 'inner', place: 'inner' } })
    expect(scan?.files.map(({ path, settled }) => path === 'inner/new.md' && settled)).not.toContain(true)
  })

  test('one that has grown or shrunk since, has become a link or a folder, or is gone, is not given', async () => {
    const file = await seen('inner/note.md')
    const place = join(realRoot, 'inner/note.md')
    for (const text of ['longer than before', 'short', '']) {
      writeFileSync(place, text)
      expect(read(file)).toBeUndefined()
    }
    unlinkSync(place)
    expect(read(file)).toBeUndefined()
    symlinkSync(join(base, 'outside/note.md'), place)
    expect(read(file)).toBeUndefined()
    unlinkSync(place)
    mkdirSync(place)
    expect(read(file)).toBeUndefined()
  })

  test('a folder that is a link by now gives nothing, wherever it leads', async () => {
    const file = await seen('inner/note.md')
    renameSync(join(realRoot, 'inner'), join(realRoot, 'moved'))
    for (const target of [join(base, 'outside'), join(realRoot, 'moved')]) {
      symlinkSync(target, join(realRoot, 'inner'))
      expect(read(file)).toBeUndefined()
      unlinkSync(join(realRoot, 'inner'))
    }
  })

  test(`a folder swapped while it is open never gives the other's text (${RACES} races)`, async () => {
    const file = await seen('inner/note.md')
    const folder = join(realRoot, 'inner')
    const texts = new Set<string | undefined>()
    for (let race = 0; race < RACES; race++) {
      // Open before the swap in every second race.
      if (race % 2 === 0) texts.add(read(file))
      renameSync(folder, `${folder}.real`)
      symlinkSync(join(base, 'outside'), folder)
      texts.add(read(file))
      unlinkSync(folder)
      renameSync(`${folder}.real`, folder)
      if (race % 3 === 0) reader.close()
    }
    expect(texts).toEqual(new Set(['plain!', undefined]))
  })
})
