import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Hash } from '@varve/engine'
import type { FileStore } from '../file-store/file-store.ts'

const REFUSED: readonly string[] = [
  '',
  '..',
  '../a.md',
  'a/../b.md',
  '/a.md',
  'a//b.md',
  'a\\b.md',
  'C:/a.md',
  'a\0.md',
  '.hidden.md',
  '.git/config.md',
  'node_modules/x/readme.md',
  'archive.zip',
]

/** An empty store for one test. */
export interface StoreUnderTest {
  readonly store: FileStore
  /** The same files in a store that was opened anew, as after a restart. */
  readonly reopen: () => Promise<FileStore>
  readonly remove: () => Promise<void>
}

const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8')
const textOf = ({ bytes }: { readonly bytes: Uint8Array }): string => Buffer.from(bytes).toString('utf8')
const hash = (text: string): Hash => createHash('sha256').update(text).digest('hex')

/** What every file store does, whatever the files lie in. Run it against each implementation. */
export function fileStoreConformance(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`${name} is a file store`, () => {
    let place: StoreUnderTest
    let store: FileStore

    beforeEach(async () => {
      place = await open()
      store = place.store
    })
    afterEach(() => place.remove())
    const current = (): FileStore => store

    describe('writing', () => testWriting(current, () => place))
    describe('conflicts', () => testConflicts(current))
    describe('moving', () => testMoving(current))
    describe('versions', () => testVersions(current, () => place))
    describe('trash', () => testTrash(current, () => place))
    describe('paths', () => testPaths(current))
    describe('folders', () => testFolders(current))
    describe('changes', () => testChanges(current))
  })
}

function testWriting(store: () => FileStore, place: () => StoreUnderTest): void {
  test('what the caller can give again is replaced without a version, if it is what was expected', async () => {
    await store().write('a.md', utf8('one'), 'absent')
    await store().write('a.md', utf8('two'), { hash: hash('one') }, 'drop')
    expect(await store().versions('a.md')).toEqual([])
    await expect(store().write('a.md', utf8('x'), { hash: hash('one') }, 'drop')).rejects.toMatchObject({
      code: 'conflict',
    })
    // Without a hash it might be anybody's text.
    await store().write('a.md', utf8('three'), 'any', 'drop')
    expect(await store().versions('a.md')).toMatchObject([{ contentHash: hash('two') }])
  })

  test('what is written is read back, listed, and there after a restart', async () => {
    const written = await store().write('notes/deep/a.md', utf8('# A\r\n'), 'absent')
    expect(written).toMatchObject({ path: 'notes/deep/a.md', contentHash: hash('# A\r\n') })
    expect(textOf(written)).toBe('# A\r\n')
    for (const each of [store(), await place().reopen()]) {
      expect(await each.read('notes/deep/a.md')).toMatchObject({ contentHash: hash('# A\r\n') })
      expect((await each.list()).files).toMatchObject([
        { path: 'notes/deep/a.md', title: 'a', kind: 'note', bytes: 5 },
      ])
      expect(await each.stat('notes/deep/a.md')).toEqual((await each.list()).files[0])
    }
  })

  test('any bytes come back as they were', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (bytes) => {
        await store().write('any.txt', bytes, 'any')
        const file = await store().read('any.txt')
        expect(Buffer.compare(file.bytes, bytes)).toBe(0)
        expect(file.contentHash).toBe(createHash('sha256').update(bytes).digest('hex'))
      }),
      { numRuns: 25 },
    )
  })

  test('the same bytes again are no new version', async () => {
    await store().write('a.md', utf8('one'), 'absent')
    await store().write('a.md', utf8('one'), { hash: hash('one') })
    expect(await store().versions('a.md')).toEqual([])
  })

  test('[A-3] both Unicode forms of a path are one file', async () => {
    await store().write('cafe\u0301.md', utf8('one'), 'absent')
    await store().write('caf\u00e9.md', utf8('two'), { hash: hash('one') })
    expect((await store().list()).files.map(({ path }) => path)).toEqual(['caf\u00e9.md'])
    expect(textOf(await store().read('cafe\u0301.md'))).toBe('two')
  })

  test('what is not there is not found, and has no entry', async () => {
    await expect(store().read('gone.md')).rejects.toMatchObject({ code: 'not-found', path: 'gone.md' })
    await expect(store().read('no/such/folder/gone.md')).rejects.toMatchObject({ code: 'not-found' })
    expect(await store().stat('gone.md')).toBeUndefined()
    expect(await store().stat('no/such/folder/gone.md')).toBeUndefined()
    expect(await store().versions('no/such/folder/gone.md')).toEqual([])
    await expect(store().remove('gone.md', 'any')).rejects.toMatchObject({ code: 'not-found' })
    await expect(store().move('gone.md', 'new/there.md', 'absent')).rejects.toMatchObject({
      code: 'not-found',
    })
  })
}

function testConflicts(store: () => FileStore): void {
  test('a write against another version fails with both hashes and changes nothing', async () => {
    await store().write('a.md', utf8('one'), 'absent')
    await store().write('a.md', utf8('two'), 'any')
    await expect(store().write('a.md', utf8('three'), { hash: hash('one') })).rejects.toMatchObject({
      code: 'conflict',
      hashes: { expected: hash('one'), found: hash('two') },
    })
    await expect(store().write('a.md', utf8('three'), 'absent')).rejects.toMatchObject({
      code: 'conflict',
      hashes: { expected: undefined, found: hash('two') },
    })
    await expect(store().remove('a.md', { hash: hash('one') })).rejects.toMatchObject({ code: 'conflict' })
    expect(textOf(await store().read('a.md'))).toBe('two')
    expect(await store().versions('a.md')).toHaveLength(1)
    expect(await store().trash()).toEqual([])
  })

  test('a write against a file that is gone fails and makes no folder', async () => {
    await expect(store().write('new/a.md', utf8('x'), { hash: hash('one') })).rejects.toMatchObject({
      code: 'conflict',
      hashes: { expected: hash('one'), found: undefined },
    })
    expect((await store().list()).files).toEqual([])
  })

  test('of many writers that expect the same version, one gets through', async () => {
    await store().write('a.md', utf8('start'), 'absent')
    const writers = Array.from({ length: 8 }, (_, index) =>
      store().write('a.md', utf8(`writer ${index}`), { hash: hash('start') }),
    )
    const results = await Promise.allSettled(writers)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await store().versions('a.md')).toHaveLength(1)
  })
}

function testMoving(store: () => FileStore): void {
  test('a moved file has its new name only', async () => {
    await store().write('a.md', utf8('one'), 'absent')
    expect(await store().move('a.md', 'folder/b.md', 'absent')).toMatchObject({
      path: 'folder/b.md',
      contentHash: hash('one'),
    })
    expect((await store().list()).files.map(({ path }) => path)).toEqual(['folder/b.md'])
    await expect(store().read('a.md')).rejects.toMatchObject({ code: 'not-found' })
  })

  test('a move over another file conflicts unless that one is expected; then it is kept', async () => {
    await store().write('a.md', utf8('one'), 'absent')
    await store().write('b.md', utf8('two'), 'absent')
    for (const expected of ['absent', { hash: hash('three') }] as const)
      await expect(store().move('a.md', 'b.md', expected)).rejects.toMatchObject({ code: 'conflict' })
    expect(textOf(await store().read('a.md'))).toBe('one')
    await store().move('a.md', 'b.md', { hash: hash('two') })
    expect(textOf(await store().read('b.md'))).toBe('one')
    expect(await store().versions('b.md')).toMatchObject([{ path: 'b.md', contentHash: hash('two') }])
  })

  test('a move onto itself changes nothing', async () => {
    await store().write('a.md', utf8('one'), 'absent')
    expect(await store().move('a.md', 'a.md', 'any')).toMatchObject({ contentHash: hash('one') })
    expect(textOf(await store().read('a.md'))).toBe('one')
    expect(await store().versions('a.md')).toEqual([])
  })
}

function testVersions(store: () => FileStore, place: () => StoreUnderTest): void {
  test('every replaced text can be had again, newest first, also after a restart', async () => {
    for (const text of ['one', 'two', 'three']) await store().write('a.md', utf8(text), 'any')
    for (const each of [store(), await place().reopen()]) {
      const versions = await each.versions('a.md')
      expect(versions).toMatchObject([
        { path: 'a.md', contentHash: hash('two'), bytes: 3 },
        { path: 'a.md', contentHash: hash('one'), bytes: 3 },
      ])
      const texts = await Promise.all(versions.map(({ id }) => each.readVersion(id)))
      expect(texts.map(textOf)).toEqual(['two', 'one'])
    }
  })

  test('restoring puts a version back, and what it replaces becomes a version', async () => {
    await store().write('a.md', utf8('one'), 'absent')
    await store().write('a.md', utf8('two'), 'any')
    const [first] = await store().versions('a.md')
    const id = first?.id ?? ''
    await expect(store().restoreVersion(id, { hash: hash('other') })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(textOf(await store().restoreVersion(id, { hash: hash('two') }))).toBe('one')
    expect(textOf(await store().read('a.md'))).toBe('one')
    expect((await store().versions('a.md')).map((version) => version.contentHash)).toEqual([
      hash('two'),
      hash('one'),
    ])
  })

  test('a removed file keeps its versions', async () => {
    await store().write('a.md', utf8('one'), 'absent')
    await store().remove('a.md', 'any')
    const [last] = await store().versions('a.md')
    expect(last).toMatchObject({ contentHash: hash('one') })
    await store().restoreVersion(last?.id ?? '', 'absent')
    expect(textOf(await store().read('a.md'))).toBe('one')
  })

  test('an id that leads to nothing is not found', async () => {
    for (const id of ['', 'x', '../a', `${'0'.repeat(32)}-0`, '%2e%2e', '\0', '/etc/passwd'])
      for (const act of [store().readVersion, (wrong: string) => store().restoreVersion(wrong, 'any')])
        await expect(act(id)).rejects.toMatchObject({ code: 'not-found' })
  })

  test('any sequence of writes can be read back whole, in order', async () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 8 })
    let run = 0
    await fc.assert(
      fc.asyncProperty(texts, async (sequence) => {
        const path = `run-${(run += 1)}.md`
        for (const text of sequence) await store().write(path, utf8(text), 'any')
        const changes = sequence.filter((text, index) => index === 0 || text !== sequence[index - 1])
        const versions = await store().versions(path)
        const kept = await Promise.all(versions.map(({ id }) => store().readVersion(id)))
        expect([...kept.map(textOf).toReversed(), textOf(await store().read(path))]).toEqual(changes)
      }),
      { numRuns: 10 },
    )
  })
}

function testTrash(store: () => FileStore, place: () => StoreUnderTest): void {
  test('a removed file is in the trash, newest first, also after a restart', async () => {
    for (const name of ['a', 'b']) await store().write(`${name}.md`, utf8(name), 'absent')
    const first = await store().remove('a.md', { hash: hash('a') })
    const second = await store().remove('b.md', 'any')
    expect(first).toMatchObject({ path: 'a.md', contentHash: hash('a'), bytes: 1 })
    for (const each of [store(), await place().reopen()]) {
      expect(await each.trash()).toEqual([second, first])
      expect((await each.list()).files).toEqual([])
    }
  })

  test('a file comes back from the trash once', async () => {
    await store().write('folder/a.md', utf8('one'), 'absent')
    const { id } = await store().remove('folder/a.md', 'any')
    expect(textOf(await store().restore(id))).toBe('one')
    expect(textOf(await store().read('folder/a.md'))).toBe('one')
    expect(await store().trash()).toEqual([])
    await expect(store().restore(id)).rejects.toMatchObject({ code: 'not-found' })
  })

  test('where its name is taken it conflicts, and comes back under another', async () => {
    await store().write('a.md', utf8('old'), 'absent')
    const { id } = await store().remove('a.md', 'any')
    await store().write('a.md', utf8('new'), 'absent')
    await expect(store().restore(id)).rejects.toMatchObject({ code: 'conflict' })
    expect(await store().trash()).toHaveLength(1)
    expect(await store().restore(id, 'b.md')).toMatchObject({ path: 'b.md', contentHash: hash('old') })
    expect(textOf(await store().read('a.md'))).toBe('new')
  })
}

function testPaths(store: () => FileStore): void {
  // One store for all of them: to open one costs more than what is tried on it.
  test('refuses paths that lead out, have no name or are no text, for everything', async () => {
    await store().write('a.md', utf8('one'), 'absent')
    const { id } = await store().remove('a.md', 'any')
    await store().write('b.md', utf8('two'), 'absent')
    for (const path of REFUSED) {
      const refused = { code: path === 'archive.zip' ? 'not-text' : 'path-invalid' }
      await expect(store().read(path), path).rejects.toMatchObject(refused)
      await expect(store().stat(path), path).rejects.toMatchObject(refused)
      await expect(store().write(path, utf8('x'), 'any'), path).rejects.toMatchObject(refused)
      await expect(store().remove(path, 'any'), path).rejects.toMatchObject(refused)
      await expect(store().move('b.md', path, 'any'), path).rejects.toMatchObject(refused)
      await expect(store().move(path, 'c.md', 'any'), path).rejects.toMatchObject(refused)
      await expect(store().versions(path), path).rejects.toMatchObject(refused)
      await expect(store().restore(id, path), path).rejects.toMatchObject(refused)
      expect((await store().list()).files.map((file) => file.path)).toEqual(['b.md'])
    }
  })
}

function testFolders(store: () => FileStore): void {
  test('a folder is no file, and a file is no folder', async () => {
    await store().write('folder.md/a.md', utf8('one'), 'absent')
    await expect(store().read('folder.md')).rejects.toMatchObject({ code: 'not-a-file' })
    await expect(store().write('folder.md', utf8('x'), 'any')).rejects.toMatchObject({ code: 'not-a-file' })
    await expect(store().remove('folder.md', 'any')).rejects.toMatchObject({ code: 'not-a-file' })
    await expect(store().move('folder.md/a.md', 'folder.md', 'any')).rejects.toMatchObject({
      code: 'not-a-file',
    })
    expect(await store().stat('folder.md')).toBeUndefined()
    const below = 'folder.md/a.md/b.md'
    await expect(store().read(below)).rejects.toMatchObject({ code: 'not-found' })
    await expect(store().write(below, utf8('x'), 'any')).rejects.toMatchObject({ code: 'not-found' })
    await expect(store().move('folder.md/a.md', below, 'any')).rejects.toMatchObject({ code: 'not-found' })
    expect((await store().list()).files.map(({ path }) => path)).toEqual(['folder.md/a.md'])
  })

  test('a folder whose last file is gone is no hindrance to anything', async () => {
    await store().write('folder/a.md', utf8('one'), 'absent')
    await store().move('folder/a.md', 'b.md', 'absent')
    expect((await store().list()).files.map(({ path }) => path)).toEqual(['b.md'])
    await store().write('folder/a.md', utf8('two'), 'absent')
    expect(textOf(await store().read('folder/a.md'))).toBe('two')
  })
}

function testChanges(store: () => FileStore): void {
  test('each change is told once it can be read, and what failed is not', async () => {
    const told: string[] = []
    const end = store().subscribe(({ paths }) => told.push(...paths))
    await store().write('caf\u00e9.md', utf8('one'), 'absent')
    await store().write('a.md', utf8('one'), 'absent')
    await expect(store().write('a.md', utf8('two'), 'absent')).rejects.toMatchObject({ code: 'conflict' })
    expect(told.splice(0)).toEqual(['caf\u00e9.md', 'a.md'])
    await store().move('a.md', 'b.md', 'absent')
    expect(new Set(told.splice(0))).toEqual(new Set(['a.md', 'b.md']))
    const { id } = await store().remove('b.md', 'any')
    await store().restore(id)
    expect(told.splice(0)).toEqual(['b.md', 'b.md'])
    end()
    await store().write('c.md', utf8('one'), 'absent')
    expect(told).toEqual([])
  })

  test('two who listen are both told, and one that ends leaves the other', async () => {
    let count = 0
    const listener = (): void => void (count += 1)
    const end = store().subscribe(listener)
    store().subscribe(listener)
    await store().write('a.md', utf8('one'), 'absent')
    expect(count).toBe(2)
    end()
    await store().write('a.md', utf8('two'), 'any')
    expect(count).toBe(3)
  })
}
