import { mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AnchoredFolder, anchorFolder } from './anchor-folder.ts'
import { systemDisk } from './disk.ts'

let base = ''
let realRoot = ''

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'varve-anchor-')))
  realRoot = join(base, 'vault')
  await mkdir(join(realRoot, 'folder'), { recursive: true })
  await mkdir(join(base, 'outside'))
  await writeFile(join(realRoot, 'folder/a.md'), 'inside')
  await writeFile(join(base, 'outside/a.md'), 'outside')
})

afterEach(() => rm(base, { recursive: true, force: true }))

/** Only Linux names a file by the handle of its folder. */
const WAYS = process.platform === 'linux' ? ([true, false] as const) : ([false] as const)

describe.each(WAYS)('an anchored folder (by its handle: %s)', (byHandle) => {
  let held: AnchoredFolder | undefined

  afterEach(() => held?.close())

  const hold = async (names: readonly string[], make: readonly string[] = []): Promise<AnchoredFolder> => {
    held = undefined
    held = await anchorFolder({ realRoot, names, make, path: 'x.md', disk: systemDisk, byHandle })
    return held
  }

  test('is the same while nobody changes it', async () => {
    const folder = await hold(['folder'])
    await folder.verify()
    expect(await readFile(folder.at('a.md'), 'utf8')).toBe('inside')
    await folder.sync()
  })

  test('is detected when swapped for a link or another folder, or moved out', async () => {
    const folder = await hold(['folder'])
    await rename(join(realRoot, 'folder'), join(base, 'moved'))
    await expect(folder.verify()).rejects.toThrow()
    await symlink(join(base, 'outside'), join(realRoot, 'folder'))
    await expect(folder.verify()).rejects.toMatchObject({ code: 'path-outside' })
    await rm(join(realRoot, 'folder'))
    await mkdir(join(realRoot, 'folder'))
    await expect(folder.verify()).rejects.toMatchObject({ code: 'path-outside' })
  })

  test('is not created or entered through a link', async () => {
    await symlink(join(base, 'outside'), join(realRoot, 'out'))
    await expect(hold(['out'])).rejects.toThrow()
    await expect(hold([], ['out'])).rejects.toThrow()
    await expect(hold(['out'], ['new'])).rejects.toThrow()
    await expect(readFile(join(base, 'outside/new'), 'utf8')).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('is created if missing, and reused if someone created it first', async () => {
    await (await hold(['folder'], ['new', 'deep'])).verify()
    await held?.close()
    await (await hold(['folder'], ['new', 'deep'])).verify()
  })
})

test.skipIf(process.platform !== 'linux')(
  'a handle leads to the same folder whatever its path means now',
  async () => {
    const options = { realRoot, names: ['folder'], make: [], path: 'x.md', disk: systemDisk, byHandle: true }
    const folder = await anchorFolder(options)
    await rename(join(realRoot, 'folder'), join(realRoot, 'aside'))
    await symlink(join(base, 'outside'), join(realRoot, 'folder'))
    expect(await readFile(folder.at('a.md'), 'utf8')).toBe('inside')
    await writeFile(folder.at('b.md'), 'new')
    expect(await readFile(join(realRoot, 'aside/b.md'), 'utf8')).toBe('new')
    await folder.close()
  },
)
