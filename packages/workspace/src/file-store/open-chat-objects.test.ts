import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { interceptedDisk } from '../testing/intercepted-disk.ts'
import { readTree } from '../testing/read-tree.ts'
import { temporaryFolderStore, type TemporaryFolderStore } from '../testing/temporary-folder-store.ts'
import { WorkspaceError } from '../workspace-error.ts'
import { type ChatObjectsOptions, openChatObjects } from './open-chat-objects.ts'

let place: TemporaryFolderStore

beforeEach(async () => {
  place = await temporaryFolderStore({ inMemory: true })
})

afterEach(() => place.remove())

const BYTES = Buffer.from('a page as it was read')
const HASH = createHash('sha256').update(BYTES).digest('hex')
const objects = (options: Partial<ChatObjectsOptions> = {}) =>
  openChatObjects({
    root: place.root,
    keepFolder: place.keepFolder,
    clock: Date.now,
    newId: randomUUID,
    ...options,
  })
const folder = (): string => join(place.root, 'Varve/chats/.objects')

describe.each(['handle', 'path'] as const)('held by %s', (holdBy) => {
  test('stores content once under its hash, with nothing beside it', async () => {
    const store = await objects({ holdBy })
    expect(await store.read(HASH)).toBeUndefined()
    expect(await store.write(BYTES)).toBe(HASH)
    expect(await (await objects({ holdBy })).write(BYTES)).toBe(HASH)
    expect(readdirSync(folder())).toEqual([HASH])
    expect(await store.read(HASH)).toEqual(BYTES)
    await store.remove(HASH)
    await store.remove(HASH)
    expect(readdirSync(folder())).toEqual([])
  })

  test('does not return content that fails its hash, and repairs it with the next write', async () => {
    await (await objects({ holdBy })).write(BYTES)
    writeFileSync(join(folder(), HASH), 'a pag')
    const store = await objects({ holdBy })
    expect(await store.read(HASH)).toBeUndefined()
    await store.write(BYTES)
    expect(readFileSync(join(folder(), HASH))).toEqual(BYTES)
  })

  test.each(['Varve', 'Varve/chats', 'Varve/chats/.objects'])(
    'does not follow a link at %s',
    async (name) => {
      const secret = join(place.root, '.git')
      mkdirSync(join(secret, 'chats/.objects'), { recursive: true })
      mkdirSync(join(secret, '.objects'))
      mkdirSync(join(place.root, name, '..'), { recursive: true })
      symlinkSync(secret, join(place.root, name))
      const before = readTree(place.base)
      const store = await objects({ holdBy })
      for (const act of [() => store.write(BYTES), () => store.read(HASH), () => store.remove(HASH)])
        await expect(act()).rejects.toMatchObject({ code: 'path-outside' })
      expect(readTree(place.base)).toEqual(before)
    },
  )
})

test('refuses a name that is not a hash, and hides the store’s files', async () => {
  const store = await objects()
  for (const name of ['', '..', '../../../x', HASH.toUpperCase(), `${HASH}.md`, `${HASH}/x`, '.env'])
    await expect(store.read(name)).rejects.toMatchObject({ code: 'path-invalid' })
  await store.write(BYTES)
  const path = `Varve/chats/.objects/${HASH}`
  await expect(place.store.read(path)).rejects.toMatchObject({ code: 'path-invalid' })
  await expect(place.store.write(path, BYTES, 'any')).rejects.toMatchObject({ code: 'path-invalid' })
  expect((await place.store.list()).files).toEqual([])
})

test.each(['ENOSPC', 'EIO'])(
  'a disk that fails with %s at any call leaves no partial content',
  async (code) => {
    for (let failing = 1; ; failing += 1) {
      await place.remove()
      place = await temporaryFolderStore({ inMemory: true })
      const disk = interceptedDisk(async ({ number }) => {
        if (number === failing) throw Object.assign(new Error('made by the test'), { code })
      })
      const error = await (await objects({ disk })).write(BYTES).then(
        () => undefined,
        (failure: unknown) => failure,
      )
      if (error) expect(error).toBeInstanceOf(WorkspaceError)
      const whole = await (await objects()).read(HASH)
      if (whole) expect(whole).toEqual(BYTES)
      expect(await (await objects()).write(BYTES)).toBe(HASH)
      expect(await (await objects()).read(HASH)).toEqual(BYTES)
      if (error === undefined) {
        expect(failing).toBeGreaterThan(4)
        return
      }
    }
  },
)

test('removes leftovers of a killed writer on opening', async () => {
  const name = '.varve-999999999-0123456789abcdef.tmp'
  mkdirSync(folder(), { recursive: true })
  writeFileSync(join(folder(), name), 'half')
  writeFileSync(join(place.keepFolder, 'pending', name), 'Varve/chats/.objects')
  await place.reopen()
  expect(readdirSync(folder())).toEqual([])
})
