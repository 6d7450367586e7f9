import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { FileStore, StoredFile } from './file-store.ts'
import { interceptedDisk } from '../testing/intercepted-disk.ts'
import { readTree } from '../testing/read-tree.ts'
import { temporaryFolderStore, type TemporaryFolderStore } from '../testing/temporary-folder-store.ts'
import { WorkspaceError } from '../workspace-error.ts'

const OLD = 'the old text'
const NEW = Buffer.from('the new text')
const CODES: Readonly<Record<string, readonly string[]>> = {
  ENOSPC: ['disk-full', 'unreadable'],
  EIO: ['unwritable', 'unreadable'],
  EACCES: ['unwritable', 'unreadable'],
}

const SHARE = Object.keys(CODES).slice(0, process.env['VARVE_TEST_SHARE'] === 'full' ? undefined : 1)

let place: TemporaryFolderStore

afterEach(() => place.remove())

type Act = (store: FileStore) => Promise<unknown>

const ACTS: Readonly<Record<string, Act>> = {
  'a write over a file': (store) => store.write('a.md', NEW, 'any'),
  'a write of a new file': (store) => store.write('new/folder/n.md', NEW, 'absent'),
  'a move over a file': (store) => store.move('moving.md', 'a.md', 'any'),
  'a move to a new name': (store) => store.move('a.md', 'new/b.md', 'absent'),
  'a removal': (store) => store.remove('a.md', 'any'),
  'a return from the trash': async (store) => store.restore((await store.trash())[0]?.id ?? '', 'back.md'),
  'a return of a version': async (store) =>
    store.restoreVersion((await store.versions('a.md'))[0]?.id ?? '', 'any'),
}

async function prepare(): Promise<void> {
  place = await temporaryFolderStore({ inMemory: true })
  const { store } = place
  await store.write('a.md', Buffer.from('an older text'), 'absent')
  await store.write('a.md', Buffer.from(OLD), 'any')
  await store.write('moving.md', NEW, 'absent')
  await store.write('gone.md', Buffer.from('gone'), 'absent')
  await store.remove('gone.md', 'any')
}

/** Runs an action on a disk whose call of that number fails; undefined where it made fewer calls. */
async function failAt(act: Act, failing: number, code: string): Promise<unknown> {
  let isOn = false
  let count = 0
  const disk = interceptedDisk(async () => {
    if (!isOn) return
    count += 1
    if (count === failing) throw Object.assign(new Error(`${code}: made by the test`), { code })
  })
  const store = await place.reopen({ disk })
  isOn = true
  const result = await act(store).catch((error: unknown) => error)
  return count < failing ? undefined : result
}

describe.each(Object.entries(ACTS))('%s', (_, act) => {
  test.each(SHARE)('loses nothing on a disk that fails with %s at any call', async (code) => {
    for (let failing = 1; ; failing += 1) {
      await prepare()
      const error = await failAt(act, failing, code)
      if (error === undefined) {
        expect(failing).toBeGreaterThan(4)
        return
      }
      const what = `call ${failing}: ${error instanceof Error ? error.message : 'no error'}`
      // What fails after the change is done costs a second copy of the text, and not the change.
      if (error instanceof Error) {
        expect(error, what).toBeInstanceOf(WorkspaceError)
        expect(CODES[code], what).toContain(error instanceof WorkspaceError ? error.code : '')
      } else await expectDone(error as StoredFile, what)
      await expectNothingLost(what)
      await place.remove()
    }
  })
})

async function expectDone({ path, contentHash }: StoredFile, what: string): Promise<void> {
  const store = await place.reopen()
  expect((await store.read(path)).contentHash, what).toBe(contentHash)
}

async function expectNothingLost(what: string): Promise<void> {
  const store = await place.reopen()
  const files = readTree(place.root)
  // Every file is a whole one, and nothing half done is left.
  for (const [name, text] of Object.entries(files))
    expect([OLD, 'an older text', NEW.toString(), 'gone', 'folder'], `${what}, ${name}`).toContain(text)
  expect(
    Object.keys(files).filter((name) => name.includes('.varve-')),
    what,
  ).toEqual([])
  const kept = await store.versions('a.md')
  const texts = await Promise.all(kept.map(({ id }) => store.readVersion(id)))
  const stillThere = [...Object.values(files), ...texts.map(({ bytes }) => Buffer.from(bytes).toString())]
  for (const text of [OLD, 'an older text', NEW.toString()]) expect(stillThere, what).toContain(text)
  // Files in the trash are still there, or restored.
  const [trashed] = (await store.trash()).filter(({ path }) => path === 'gone.md')
  if (!trashed) expect(readFileSync(join(place.root, 'back.md'), 'utf8')).toBe('gone')
}

test('a file changed by another program between the first and the last look is a conflict', async () => {
  await prepare()
  let isOn = false
  const disk = interceptedDisk(async ({ name }) => {
    // The text is kept by then, and the name is about to change hands.
    if (isOn && name === 'appendFile') await writeFile(join(place.root, 'a.md'), 'by another program')
  })
  const store = await place.reopen({ disk })
  const { contentHash } = await store.read('a.md')
  isOn = true
  for (const act of [
    () => store.write('a.md', NEW, { hash: contentHash }),
    () => store.move('moving.md', 'a.md', { hash: contentHash }),
    () => store.remove('a.md', { hash: contentHash }),
  ]) {
    await writeFile(join(place.root, 'a.md'), OLD)
    await expect(act()).rejects.toMatchObject({ code: 'conflict' })
    expect(readFileSync(join(place.root, 'a.md'), 'utf8')).toBe('by another program')
  }
  expect((await store.trash()).map(({ path }) => path)).toEqual(['gone.md'])
})

test('an unconditional write keeps what another program wrote meanwhile as a version', async () => {
  await prepare()
  let writes = 0
  const disk = interceptedDisk(async ({ name }) => {
    if (name !== 'appendFile' || writes > 0) return
    writes += 1
    await writeFile(join(place.root, 'a.md'), 'by another program')
  })
  const store = await place.reopen({ disk })
  await store.write('a.md', NEW, 'any')
  const versions = await store.versions('a.md')
  const texts = await Promise.all(versions.map(({ id }) => store.readVersion(id)))
  expect(texts.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual([
    'by another program',
    OLD,
    'an older text',
  ])
})

test('a new name taken by someone else first is a conflict, and theirs stays', async () => {
  await prepare()
  const disk = interceptedDisk(async ({ name }) => {
    if (name === 'link') await writeFile(join(place.root, 'n.md'), 'theirs')
  })
  const store = await place.reopen({ disk })
  await expect(store.write('n.md', NEW, 'absent')).rejects.toMatchObject({ code: 'conflict' })
  await expect(store.move('a.md', 'n.md', 'absent')).rejects.toMatchObject({ code: 'conflict' })
  expect(readFileSync(join(place.root, 'n.md'), 'utf8')).toBe('theirs')
  expect(readFileSync(join(place.root, 'a.md'), 'utf8')).toBe(OLD)
})

test('new names work on a disk without hard links', async () => {
  await prepare()
  const disk = interceptedDisk(async ({ name }) => {
    if (name === 'link') throw Object.assign(new Error('made by the test'), { code: 'ENOTSUP' })
  })
  const store = await place.reopen({ disk })
  await store.write('n.md', NEW, 'absent')
  await expect(store.write('n.md', Buffer.from('x'), 'absent')).rejects.toMatchObject({ code: 'conflict' })
  await store.move('n.md', 'm.md', 'absent')
  expect(Buffer.from((await store.read('m.md')).bytes)).toEqual(NEW)
})
