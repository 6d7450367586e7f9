import { fileStoreConformance } from '@varve/workspace/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../open-store.ts'
import { addWorkspaces } from '../testing/conformance/here.ts'
import type { MakePlace, Place } from '../testing/conformance/place.ts'
import { filesOf, temporaryDatabaseStore } from '../testing/temporary-database-store.ts'
import { postgresAbsent, temporaryPostgres } from '../testing/temporary-postgres.ts'
import { temporaryStore } from '../testing/temporary-store.ts'

const utf8 = (text: string): Uint8Array => Buffer.from(text)
const textOf = ({ bytes }: { readonly bytes: Uint8Array }): string => Buffer.from(bytes).toString()

const PLACES: Readonly<Record<string, MakePlace>> = {
  SQLite: () => {
    const { open, remove } = temporaryStore()
    return Promise.resolve({ open, remove, isShared: false })
  },
  PostgreSQL: async () => {
    const { open, remove } = await temporaryPostgres()
    return { open, remove, isShared: true }
  },
}

for (const [name, makePlace] of Object.entries(PLACES)) {
  const absent = name === 'PostgreSQL' ? postgresAbsent() : undefined
  if (absent !== undefined) {
    describe(name, () => test.skip(`skipped: ${absent}`, () => undefined))
    continue
  }
  fileStoreConformance(`a workspace in ${name}`, async () => temporaryDatabaseStore(await makePlace()))

  describe(`files in ${name}`, () => {
    let place: Place
    let store: Store

    beforeEach(async () => {
      place = await makePlace()
      store = await place.open()
      await addWorkspaces(store, ['one', 'two'])
    })
    afterEach(() => place.remove())

    test('survive closing and reopening the database', async () => {
      const files = filesOf(store, 'one')
      await files.write('a.md', utf8('one'), 'absent')
      await files.write('a.md', utf8('two'), 'any')
      await files.remove('a.md', 'any')
      await store.close()
      store = await place.open()
      const again = filesOf(store, 'one')
      const [trashed] = await again.trash()
      expect(textOf(await again.restore(trashed?.id ?? ''))).toBe('two')
      expect((await again.versions('a.md')).map(({ bytes }) => bytes)).toEqual([3, 3])
    })

    test('of one workspace are never served, changed or named in another', async () => {
      const mine = filesOf(store, 'one')
      const foreign = filesOf(store, 'two')
      await mine.write('a.md', utf8('one'), 'absent')
      await mine.write('a.md', utf8('two'), 'any')
      await mine.write('b.md', utf8('b'), 'absent')
      const removed = await mine.remove('b.md', 'any')
      const [version] = await mine.versions('a.md')
      const id = version?.id ?? ''
      await expect(foreign.read('a.md')).rejects.toMatchObject({ code: 'not-found' })
      await expect(foreign.remove('a.md', 'any')).rejects.toMatchObject({ code: 'not-found' })
      await expect(foreign.move('a.md', 'c.md', 'any')).rejects.toMatchObject({ code: 'not-found' })
      expect(await foreign.stat('a.md')).toBeUndefined()
      expect(await foreign.versions('a.md')).toEqual([])
      expect(await foreign.trash()).toEqual([])
      for (const act of [
        () => foreign.readVersion(id),
        () => foreign.restoreVersion(id, 'any'),
        () => foreign.restore(removed.id),
        () => foreign.restore(removed.id, 'c.md'),
      ])
        await expect(act()).rejects.toMatchObject({ code: 'not-found' })
      await foreign.write('a.md', utf8('theirs'), 'absent')
      expect(textOf(await mine.read('a.md'))).toBe('two')
      expect((await foreign.list()).files.map(({ path }) => path)).toEqual(['a.md'])
      expect(await mine.trash()).toEqual([removed])
    })

    test('are stored once by hash, and a version never changes', async () => {
      const files = filesOf(store, 'one')
      const { contentHash } = await files.write('a.md', utf8('same'), 'absent')
      await files.write('b.md', utf8('same'), 'absent')
      await files.write('a.md', utf8('other'), 'any')
      expect(await store.blobs.get('one', contentHash)).toEqual(new Uint8Array(utf8('same')))
      const [version] = await files.versions('a.md')
      const changed = { sql: `update file_versions set path = 'x'`, parameters: [], workspaceId: 'one' }
      await expect(store.commit([changed])).rejects.toThrow(/append-only/)
      await expect(store.commit([{ ...changed, sql: 'delete from file_versions' }])).rejects.toThrow(
        /append-only/,
      )
      expect(await files.versions('a.md')).toEqual([version])
    })

    test('have a number that no change repeats', async () => {
      const files = filesOf(store, 'one')
      const numbers: number[] = []
      const note = async (): Promise<void> => void numbers.push(await store.files.revision('one'))
      await files.write('a.md', utf8('one'), 'absent')
      await note()
      await files.remove('a.md', 'any')
      await note()
      const { contentHash } = await files.write('a.md', utf8('one'), 'absent')
      await note()
      await files.write('a.md', utf8('two'), { hash: contentHash }, 'drop')
      await note()
      await files.move('a.md', 'b.md', 'absent')
      await note()
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    })

    test.each([
      'con.md',
      'a:b.md',
      'a.md.',
      'folder /a.md',
      `${'x'.repeat(300)}.md`,
      `${'é/'.repeat(900)}a.md`,
    ])('refuse a name that other systems cannot hold: %j', async (path) => {
      const refused = { code: 'path-invalid' }
      await expect(filesOf(store, 'one').write(path, utf8('x'), 'any')).rejects.toMatchObject(refused)
    })

    test('are listed up to the limit and refused over their size', async () => {
      const files = filesOf(store, 'one', { maximumFiles: 1, maximumFileBytes: 3 })
      for (const path of ['b.md', 'a.md']) await files.write(path, utf8('x'), 'absent')
      expect(await files.list()).toMatchObject({ files: [{ path: 'a.md' }], truncated: true })
      await expect(files.write('c.md', utf8('four'), 'any')).rejects.toMatchObject({ code: 'too-large' })
    })

    test('in one folder are listed without nested ones', async () => {
      const files = filesOf(store, 'one')
      const paths = ['a.md', 'f/a.md', 'f/g/a.md', 'f0.md', 'f.md', 'f\ufdd0/é.md']
      for (const path of paths) await files.write(path, utf8(path), 'absent')
      const inFolder = async (folder: string): Promise<readonly string[]> =>
        (await store.files.listFolder('one', folder)).map(({ path }) => path).sort()
      expect(await inFolder('')).toEqual(['a.md', 'f.md', 'f0.md'])
      expect(await inFolder('f')).toEqual(['f/a.md'])
      expect(await inFolder('f/g')).toEqual(['f/g/a.md'])
      expect(await inFolder('f\ufdd0')).toEqual(['f\ufdd0/é.md'])
    })

    test('damaged content is not returned', async () => {
      const files = filesOf(store, 'one')
      const { contentHash } = await files.write('a.md', utf8('one'), 'absent')
      const bytes = new Uint8Array([1])
      const damage = {
        workspaceId: 'one',
        sql: 'update blobs set bytes = ',
        parameters: [bytes, contentHash],
      }
      const sql = name === 'SQLite' ? `${damage.sql} ? where hash = ?` : `${damage.sql} $1 where hash = $2`
      await store.commit([{ ...damage, sql }])
      await expect(files.read('a.md')).rejects.toMatchObject({ code: 'unreadable' })
    })
  })
}

test('two programs writing the same file in PostgreSQL lose nothing', async (context) => {
  context.skip(postgresAbsent() !== undefined, `there is no PostgreSQL: ${postgresAbsent()}`)
  const place = await temporaryPostgres()
  try {
    const stores = [await place.open(), await place.open()] as const
    await addWorkspaces(stores[0], ['one'])
    const writers = stores.map((store) => filesOf(store, 'one'))
    const all = writers.flatMap((files, writer) =>
      Array.from({ length: 10 }, (_, at) => files.write('a.md', utf8(`${writer} ${at}`), 'any')),
    )
    const results = await Promise.allSettled(all)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' })
    const written = results.filter(({ status }) => status === 'fulfilled').length
    // Each that was acknowledged is the current text or a version.
    expect((await writers[0]?.versions('a.md'))?.length).toBe(written - 1)
  } finally {
    await place.remove()
  }
})
