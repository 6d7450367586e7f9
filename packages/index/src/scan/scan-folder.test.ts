import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FolderBesideSecret, folderBesideSecret } from '@varve/workspace/testing'
import { stampOf, TICK_MILLISECONDS, readSettledFile } from './read-settled-file.ts'
import { scanFolder } from './scan-folder.ts'

const RACES = process.env['VARVE_TEST_SHARE'] === 'full' ? 1000 : 100

let folders: FolderBesideSecret
let realRoot = ''

beforeEach(() => {
  folders = folderBesideSecret()
  realRoot = folders.realRoot
})

afterEach(() => folders.remove())

const read = (place: string): Promise<string> =>
  readSettledFile({ realRoot, place, maximumBytes: 1000 }).then(({ bytes }) =>
    new TextDecoder().decode(bytes),
  )

test('without a creation time the earliest known time is used', () => {
  const stats = statSync(join(realRoot, 'inner/note.md'))
  const times = { mtimeMs: 2000, ctimeMs: 3000 }
  expect(stampOf(Object.assign(stats, times, { birthtimeMs: 0 })).created).toBe(2000)
  expect(stampOf(Object.assign(stats, times, { birthtimeMs: 2500 })).created).toBe(2500)
})

describe('scanFolder', () => {
  test('returns the direct contents of a folder, without hidden and unknown files', () => {
    mkdirSync(join(realRoot, '.git'))
    for (const name of ['b.md', 'a.pdf', 'program.exe', '.hidden.md'])
      writeFileSync(join(realRoot, name), 'x')
    const scan = scanFolder({ realRoot, folder: { path: '', place: '' } })
    expect(scan?.files.map((file) => [file.path, file.kind, file.bytes])).toEqual([
      ['a.pdf', 'pdf', 1],
      ['b.md', 'note', 1],
    ])
    expect(scan?.folders.map((folder) => folder.path)).toEqual(['inner'])
    expect(scan?.hasIgnoreFiles).toBe(false)
  })

  test.skipIf(process.platform === 'win32')('reports an unusable name as skipped', () => {
    const names = ['back\\slash.md', 'two\nlines.md', 'other\\kind.exe', '.hid\\den.md']
    for (const name of names) writeFileSync(join(realRoot, name), 'x')
    writeFileSync(
      Buffer.concat([Buffer.from(join(realRoot, 'bytes')), Buffer.from([0xff]), Buffer.from('.md')]),
      'x',
    )
    const scan = scanFolder({ realRoot, folder: { path: '', place: '' } })
    expect(scan?.files).toEqual([])
    expect(scan?.problems.map(({ reason }) => reason)).toEqual([
      '"back\\slash.md" cannot be read: its name holds a backslash.',
      expect.stringContaining('its name holds bytes that are no text'),
      '"two\\nlines.md" cannot be read: its name holds a line break or another control character.',
    ])
  })

  test('follows a linked file inside, and reports one outside as skipped', () => {
    symlinkSync(join(realRoot, 'inner/note.md'), join(realRoot, 'link.md'))
    symlinkSync(join(folders.outside, 'note.md'), join(realRoot, 'out.md'))
    const scan = scanFolder({ realRoot, folder: { path: '', place: '' } })
    expect(scan?.files.map((file) => file.path)).toEqual(['link.md'])
    expect(scan?.folders.map((folder) => folder.path)).toEqual(['inner'])
    expect(scan?.problems.map((problem) => problem.path)).toEqual(['out.md'])
  })

  test('reports linked folders and dangling links as skipped', () => {
    symlinkSync(folders.outside, join(realRoot, 'folder-out'))
    symlinkSync(join(realRoot, 'inner'), join(realRoot, 'folder.md'))
    symlinkSync('nowhere.md', join(realRoot, 'dangling.md'))
    symlinkSync('loop.md', join(realRoot, 'loop.md'))
    // Nothing that would have been read.
    symlinkSync('nowhere', join(realRoot, 'lock'))
    symlinkSync('loop', join(realRoot, 'loop'))
    symlinkSync(folders.outside, join(realRoot, '.hidden'))
    const scan = scanFolder({ realRoot, folder: { path: '', place: '' } })
    expect(scan?.files).toEqual([])
    expect(scan?.folders.map((folder) => folder.path)).toEqual(['inner'])
    expect(scan?.problems.map(({ reason }) => reason)).toEqual([
      '"dangling.md" is a link that leads nowhere.',
      '"folder-out" is a link to a folder; such links are not followed.',
      '"folder.md" is a link to a folder; such links are not followed.',
      '"loop.md" is a link that leads nowhere.',
    ])
  })

  test('a recreated folder is a new one, whatever its inode number', async () => {
    const inner = (): string | undefined =>
      scanFolder({ realRoot, folder: { path: '', place: '' } })?.folders.at(0)?.identity
    const before = inner()
    writeFileSync(join(realRoot, 'inner/more.md'), 'more')
    expect(inner()).toBe(before)
    const seen = new Set([before])
    for (let round = 0; round < 5; round++) {
      // A tick of the disk's clock.
      await sleep(TICK_MILLISECONDS)
      rmSync(join(realRoot, 'inner'), { recursive: true })
      mkdirSync(join(realRoot, 'inner'))
      seen.add(inner())
    }
    expect(seen.size).toBe(6)
  })

  test('keeps a name in the other Unicode form as on disk', async () => {
    writeFileSync(join(realRoot, 'cafe\u0301.md'), 'x')
    const [file] = scanFolder({ realRoot, folder: { path: '', place: '' } })?.files ?? []
    expect(file?.path).toBe('caf\u00e9.md')
    expect(await read(file?.place ?? '')).toBe('x')
  })

  test('a missing folder is empty', () => {
    expect(scanFolder({ realRoot, folder: { path: 'gone', place: 'gone' } })).toBeUndefined()
  })
})

describe('readSettledFile', () => {
  test('waits with a file written a moment ago, so that its time can be trusted', async () => {
    writeFileSync(join(realRoot, 'new.md'), 'fresh')
    const file = await readSettledFile({ realRoot, place: 'new.md', maximumBytes: 1000 })
    expect(file.settled).toBe(true)
    expect(new TextDecoder().decode(file.bytes)).toBe('fresh')
  })

  test('refuses a file over the limit with both numbers', async () => {
    writeFileSync(join(realRoot, 'big.md'), 'x'.repeat(2000))
    await expect(read('big.md')).rejects.toMatchObject({
      code: 'too-large',
      message: expect.stringContaining('2,000'),
    })
  })

  test('refuses a link out of the workspace', async () => {
    symlinkSync(join(folders.outside, 'note.md'), join(realRoot, 'out.md'))
    await expect(read('out.md')).rejects.toMatchObject({ code: 'path-outside' })
    symlinkSync(folders.outside, join(realRoot, 'folder'))
    await expect(read('folder/note.md')).rejects.toMatchObject({ code: 'path-outside' })
  })

  test(`a folder swapped for a link out never gives its text away (${RACES} races)`, async () => {
    const folder = join(realRoot, 'inner')
    const seen = new Set<string>()
    for (let race = 0; race < RACES; race++) {
      const reading = read('inner/note.md').catch((error: unknown) => String(error))
      renameSync(folder, `${folder}.real`)
      symlinkSync(folders.outside, folder)
      seen.add(await reading)
      seen.add(await read('inner/note.md').catch((error: unknown) => String(error)))
      unlinkSync(folder)
      renameSync(`${folder}.real`, folder)
    }
    expect([...seen].filter((text) => text === 'secret')).toEqual([])
    expect(seen.has('plain!')).toBe(true)
  })
})
