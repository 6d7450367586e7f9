import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { appendFile, mkdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FolderStore } from './file-store.ts'
import { openChatObjects } from './open-chat-objects.ts'
import { openFolderStore } from './open-folder-store.ts'
import { readTree } from '../testing/read-tree.ts'
import { temporaryFolderStore, type TemporaryFolderStore } from '../testing/temporary-folder-store.ts'

let place: TemporaryFolderStore
let store: FolderStore
const inRoot = (name: string): string => join(place.root, name)
const bytes = (text: string): Uint8Array => Buffer.from(text)
const onDisk = (name: string): string => readFileSync(inRoot(name), 'utf8')

beforeEach(async () => {
  place = await temporaryFolderStore({ inMemory: true })
  store = place.store
})

afterEach(() => place.remove())

describe('the file on disk', () => {
  test('keeps its permissions when replaced, removed and restored', async () => {
    await store.write('a.md', bytes('one'), 'absent')
    chmodSync(inRoot('a.md'), 0o640)
    await store.write('a.md', bytes('two'), 'any')
    expect(statSync(inRoot('a.md')).mode & 0o777).toBe(0o640)
    await store.restore((await store.remove('a.md', 'any')).id)
    expect(statSync(inRoot('a.md')).mode & 0o777).toBe(0o640)
  })

  test.skipIf(process.getuid?.() !== 0)('keeps its owner if the writer may change owners', async () => {
    await store.write('a.md', bytes('one'), 'absent')
    execFileSync('chown', ['1234:1234', inRoot('a.md')])
    await store.write('a.md', bytes('two'), 'any')
    expect(statSync(inRoot('a.md'))).toMatchObject({ uid: 1234, gid: 1234 })
  })

  test('changed by another program is a conflict for earlier readers', async () => {
    const { contentHash } = await store.write('a.md', bytes('one'), 'absent')
    writeFileSync(inRoot('a.md'), 'by hand')
    await expect(store.write('a.md', bytes('two'), { hash: contentHash })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(onDisk('a.md')).toBe('by hand')
  })

  test('with a hard link outside is replaced here only', async () => {
    await writeFile(join(place.base, 'outside.md'), 'outside')
    execFileSync('ln', [join(place.base, 'outside.md'), inRoot('a.md')])
    await store.write('a.md', bytes('inside'), 'any')
    expect(readFileSync(join(place.base, 'outside.md'), 'utf8')).toBe('outside')
  })

  test('a folder under the name of a note is not a file', async () => {
    await mkdir(inRoot('folder.md'))
    await expect(store.read('folder.md')).rejects.toMatchObject({ code: 'not-a-file' })
    await expect(store.write('folder.md', bytes('x'), 'any')).rejects.toMatchObject({ code: 'not-a-file' })
    await expect(store.remove('folder.md', 'any')).rejects.toMatchObject({ code: 'not-a-file' })
    expect(await store.stat('folder.md')).toBeUndefined()
  })

  test('over the size limit is neither written nor read', async () => {
    const small = await place.reopen({ limits: { maximumFileBytes: 3 } })
    await expect(small.write('a.md', bytes('four'), 'any')).rejects.toThrow('4 bytes; the limit is 3')
    await writeFile(inRoot('a.md'), 'four')
    await expect(small.read('a.md')).rejects.toMatchObject({ code: 'too-large' })
  })

  test('stays whole if the process hits its file size limit', async () => {
    await store.write('a.md', bytes('the old text'), 'absent')
    const script = `
      import { openFolderStore } from ${JSON.stringify(new URL('./open-folder-store.ts', import.meta.url).href)}
      const [root, keepFolder] = process.argv.slice(-2)
      const store = await openFolderStore({ root, keepFolder, clock: () => 0, newId: () => 'id' })
      const answer = await store.write('a.md', Buffer.alloc(1e6, 120), 'any').catch((error) => error)
      process.stdout.write(String(answer.code))`
    const command = `ulimit -f 100; exec "$0" --input-type=module -e "$1" "$2" "$3"`
    const given = [process.execPath, script, place.root, place.keepFolder]
    const { stdout } = spawnSync('sh', ['-c', command, ...given], { encoding: 'utf8' })
    expect(stdout).toBe('too-large')
    expect(readTree(place.root)).toEqual({ 'a.md': 'the old text' })
  })
})

describe('links', () => {
  beforeEach(async () => {
    await store.write('notes/a.md', bytes('one'), 'absent')
    await symlink('notes/a.md', inRoot('link.md'))
    await symlink('notes', inRoot('folder'))
  })

  test('inside the workspace are followed, under the path they lead to', async () => {
    expect(await store.read('link.md')).toMatchObject({ path: 'notes/a.md' })
    await store.write('link.md', bytes('two'), 'any')
    await store.write('folder/a.md', bytes('three'), 'any')
    expect(onDisk('notes/a.md')).toBe('three')
    expect(await store.versions('folder/a.md')).toEqual(await store.versions('notes/a.md'))
    expect(await store.versions('link.md')).toHaveLength(2)
  })

  test('cannot be moved or removed', async () => {
    await expect(store.remove('link.md', 'any')).rejects.toMatchObject({ code: 'not-a-file' })
    await expect(store.move('link.md', 'b.md', 'any')).rejects.toMatchObject({ code: 'not-a-file' })
    await expect(store.move('notes/a.md', 'link.md', 'any')).rejects.toMatchObject({ code: 'not-a-file' })
    expect(onDisk('notes/a.md')).toBe('one')
  })

  test('do not open hidden files', async () => {
    await mkdir(inRoot('.git'))
    await writeFile(inRoot('.git/config.txt'), 'token')
    await symlink('.git/config.txt', inRoot('config.txt'))
    await symlink('.git', inRoot('settings'))
    for (const path of ['config.txt', 'settings/config.txt']) {
      await expect(store.read(path)).rejects.toMatchObject({ code: 'path-invalid' })
      await expect(store.write(path, bytes('x'), 'any')).rejects.toMatchObject({ code: 'path-invalid' })
    }
    expect(onDisk('.git/config.txt')).toBe('token')
  })
})

describe('kept versions', () => {
  test('are readable only by the owner, outside the workspace', async () => {
    await store.write('a.md', bytes('one'), 'absent')
    await store.write('a.md', bytes('two'), 'any')
    expect(Object.keys(readTree(place.root))).toEqual(['a.md'])
    for (const name of ['', ...Object.keys(readTree(place.keepFolder))])
      expect(statSync(join(place.keepFolder, name)).mode & 0o077, name).toBe(0)
    for (const keepFolder of [inRoot('kept'), place.root, place.base])
      await expect(place.reopen({ keepFolder })).rejects.toMatchObject({ code: 'path-invalid' })
    expect(Object.keys(readTree(place.root))).toEqual(['a.md'])
  })

  test('include what the store wrote, once another program has saved over it', async () => {
    const path = 'note.md'
    const texts = async () => {
      const versions = await store.versions(path)
      return Promise.all(
        versions.map(async ({ id }) => String(Buffer.from((await store.readVersion(id)).bytes))),
      )
    }
    const file = inRoot(path)
    writeFileSync(file, 'mine')
    await store.write(path, Buffer.from('written'), 'any')
    expect(await texts()).toEqual(['mine'])
    writeFileSync(file, 'saved over')
    expect(await texts()).toEqual(['written', 'mine'])
    await store.write(path, Buffer.from('written again'), 'any')
    expect(await texts()).toEqual(['saved over', 'written', 'mine'])
    await store.move(path, 'moved.md', 'absent')
    writeFileSync(inRoot('moved.md'), 'saved over again')
    const [newest] = await store.versions('moved.md')
    expect(String(Buffer.from((await store.readVersion(newest?.id ?? '')).bytes))).toBe('written again')
  })

  test('report damage, and are repaired by the next copy of the same text', async () => {
    await store.write('a.md', bytes('one'), 'absent')
    await store.write('a.md', bytes('two'), 'any')
    const [version] = await store.versions('a.md')
    const [{ id, contentHash } = { id: '', contentHash: '' }] = [version]
    const object = join(place.keepFolder, 'objects', contentHash.slice(0, 2), contentHash.slice(2))
    await truncate(object, 1)
    await expect(store.readVersion(id)).rejects.toThrow('The kept copy of "a.md" is damaged.')
    await store.write('b.md', bytes('one'), 'absent')
    await store.write('b.md', bytes('two'), 'any')
    expect(Buffer.from((await store.readVersion(id)).bytes).toString()).toBe('one')
  })

  test('keep order and ids when a line of the record is torn', async () => {
    for (const text of ['one', 'two', 'three']) await store.write('a.md', bytes(text), 'any')
    const before = await store.versions('a.md')
    const [name = ''] = readdirSync(join(place.keepFolder, 'versions'))
    await appendFile(join(place.keepFolder, 'versions', name), '{"path":"a.md","contentHash":"12')
    const again = await place.reopen()
    expect(await again.versions('a.md')).toEqual(before)
    await again.write('a.md', bytes('four'), 'any')
    const after = await again.versions('a.md')
    expect(after.slice(1)).toEqual(before)
    expect(Buffer.from((await again.readVersion(after[0]?.id ?? '')).bytes).toString()).toBe('three')
  })

  test('are ordered by the record, whatever the clock says', async () => {
    let now = 1000
    const backwards = await place.reopen({ clock: () => (now -= 1) })
    for (const text of ['one', 'two', 'three']) await backwards.write('a.md', bytes(text), 'any')
    expect((await backwards.versions('a.md')).map(({ keptAt }) => keptAt)).toEqual([996, 998])
    for (const path of ['b.md', 'c.md']) {
      await backwards.write(path, bytes(path), 'absent')
      await backwards.remove(path, 'any')
    }
    expect((await backwards.trash()).map(({ path }) => path)).toEqual(['c.md', 'b.md'])
  })
})

describe('leftovers of a killed writer', () => {
  const pending = (name: string): string => join(place.keepFolder, 'pending', name)
  /** A number that no process has any more. */
  const ended = (): number => Number(execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }))

  async function leave(owner: number, folder: string): Promise<string> {
    const name = `.varve-${owner}-0123456789abcdef.tmp`
    await mkdir(inRoot(folder), { recursive: true })
    await writeFile(inRoot(join(folder, name)), 'half')
    await writeFile(pending(name), folder)
    return name
  }

  test('are removed when the store opens, and nothing else is', async () => {
    const name = await leave(ended(), 'notes')
    await writeFile(inRoot('notes/.varve-other.tmp'), 'not ours by its name')
    await writeFile(inRoot('notes/.varve-1-fedcba9876543210.tmp'), 'nobody noted it')
    await place.reopen()
    expect(readdirSync(inRoot('notes')).sort()).toEqual(['.varve-1-fedcba9876543210.tmp', '.varve-other.tmp'])
    expect(existsSync(pending(name))).toBe(false)
  })

  test('stay while their writer runs, up to a day', async () => {
    const name = await leave(process.ppid, 'notes')
    await place.reopen()
    expect(existsSync(inRoot(`notes/${name}`))).toBe(true)
    await place.reopen({ clock: () => Date.now() + 25 * 60 * 60 * 1000 })
    expect(existsSync(inRoot(`notes/${name}`))).toBe(false)
  })

  test('are recognised even if a new process has the same id', async () => {
    const name = await leave(process.pid, '')
    await place.reopen()
    expect(existsSync(inRoot(name))).toBe(true)
    utimesSync(pending(name), 1, 1)
    await place.reopen()
    expect(existsSync(inRoot(name))).toBe(false)
  })

  test('are not followed through a link that leads out', async () => {
    const owner = ended()
    const name = await leave(owner, 'notes')
    await mkdir(join(place.base, 'outside'))
    await writeFile(join(place.base, 'outside', name), 'outside')
    await symlink(join(place.base, 'outside'), inRoot('out'))
    await writeFile(pending(name), 'out')
    await place.reopen()
    expect(readFileSync(join(place.base, 'outside', name), 'utf8')).toBe('outside')
  })
})

test.skipIf(process.platform !== 'linux').each([
  ['/', 'The whole disk can’t be a workspace.'],
  ['/proc', 'parts of the running system'],
  ['/proc/self', 'parts of the running system'],
  ['/sys', 'parts of the running system'],
  ['/dev', 'parts of the running system'],
])('%s is refused as a workspace, with the reason', async (root, words) => {
  const options = { keepFolder: place.keepFolder, clock: () => 0, newId: () => 'id' }
  await expect(openFolderStore({ ...options, root })).rejects.toMatchObject({
    code: 'folder-refused',
    message: expect.stringContaining(words),
  })
})

test('a missing root, or a file, is refused without its location', async () => {
  const options = { keepFolder: place.keepFolder, clock: () => 0, newId: () => 'id' }
  await writeFile(inRoot('a.md'), 'x')
  await expect(openFolderStore({ ...options, root: inRoot('a.md') })).rejects.toMatchObject({
    code: 'not-a-folder',
  })
  await expect(openFolderStore({ ...options, root: inRoot('gone') })).rejects.toSatisfy(
    (error: Error) => !error.message.includes(place.base),
  )
  expect(await readFile(inRoot('a.md'), 'utf8')).toBe('x')
})

test('an unusable data folder is not blamed on the workspace', async () => {
  const aFile = join(place.base, 'plain')
  await writeFile(aFile, '')
  const refusal = { code: 'unwritable', message: expect.stringMatching(/^The data folder .* \(E[A-Z]+\)\.$/) }
  const options = { root: place.root, clock: Date.now, newId: () => 'x' }
  for (const keepFolder of [aFile, join(aFile, 'kept')]) {
    await expect(openFolderStore({ ...options, keepFolder })).rejects.toMatchObject(refusal)
    await expect(openChatObjects({ ...options, keepFolder })).rejects.toMatchObject(refusal)
  }
})

describe('permanent deletion', () => {
  const allKept = (): string => JSON.stringify(readTree(place.keepFolder))
  const holds = (words: string) => (file: { readonly bytes: Uint8Array }) =>
    Buffer.from(file.bytes).includes(words)

  test('leaves nothing in versions, trash and kept contents; the rest is unchanged', async () => {
    await store.write('chats/a.md', bytes('secret one'), 'absent')
    await store.write('chats/a.md', bytes('somebody else'), 'any')
    await store.write('chats/a.md', bytes('secret two'), 'any')
    await store.remove('chats/a.md', 'any')
    await store.write('chats/b.md', bytes('other'), 'absent')
    const other = await store.remove('chats/b.md', 'any')
    await store.write('away/c.md', bytes('secret away'), 'absent')
    const away = await store.remove('away/c.md', 'any')
    const [before] = (await store.versions('chats/a.md')).filter(({ bytes: size }) => size === 13)
    await store.purge('chats', holds('secret'))
    expect(await store.versions('chats/a.md')).toEqual([before])
    expect(await store.trash()).toEqual([away, other])
    expect(allKept()).not.toContain('secret one')
    expect(allKept()).not.toContain('secret two')
    const again = await place.reopen()
    expect(Buffer.from((await again.readVersion(before?.id ?? '')).bytes).toString()).toBe('somebody else')
    expect(Buffer.from((await again.restore(away.id)).bytes).toString()).toBe('secret away')
    expect((await again.restore(other.id)).path).toBe('chats/b.md')
  })

  test('keeps content shared with something else', async () => {
    await store.write('chats/a.md', bytes('same'), 'absent')
    await store.write('b.md', bytes('same'), 'absent')
    await store.remove('chats/a.md', 'any')
    const { id } = await store.remove('b.md', 'any')
    await store.purge('chats', () => true)
    expect((await store.trash()).map((file) => file.id)).toEqual([id])
    expect(Buffer.from((await store.restore(id)).bytes).toString()).toBe('same')
  })
})
