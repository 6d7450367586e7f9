import { expect, test } from 'vitest'
import type { FileStore } from '../../file-store/file-store.ts'
import type { StoreUnderTest } from './store-under-test.ts'
import { hash, textOf, utf8 } from './texts.ts'

export function testMoving(store: () => FileStore, place: () => StoreUnderTest): void {
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

  test('its versions are found and brought back under the new name, also after a restart', async () => {
    for (const text of ['one', 'two', 'three']) await store().write('a.md', utf8(text), 'any')
    await store().move('a.md', 'folder/b.md', 'absent')
    await store().write('folder/b.md', utf8('four'), 'any')
    for (const each of [store(), await place().reopen()]) {
      const versions = await each.versions('folder/b.md')
      expect(versions.map(({ path }) => path)).toEqual(versions.map(() => 'folder/b.md'))
      const texts = await Promise.all(versions.map(({ id }) => each.readVersion(id)))
      expect(texts.map(textOf)).toEqual(['three', 'two', 'one'])
    }
    const oldest = (await store().versions('folder/b.md')).at(-1)
    await store().restoreVersion(oldest?.id ?? '', { hash: hash('four') })
    expect(textOf(await store().read('folder/b.md'))).toBe('one')
    expect((await store().list()).files.map(({ path }) => path)).toEqual(['folder/b.md'])
    expect((await store().versions('a.md')).map(({ contentHash }) => contentHash)).toEqual([
      hash('two'),
      hash('one'),
    ])
  })

  test('a file that was moved there and back has each version once, in order', async () => {
    for (const text of ['one', 'two', 'three']) await store().write('a.md', utf8(text), 'any')
    await store().move('a.md', 'b.md', 'absent')
    await store().write('b.md', utf8('four'), 'any')
    await store().move('b.md', 'a.md', 'absent')
    const texts = async (path: string): Promise<readonly string[]> =>
      Promise.all((await store().versions(path)).map(async ({ id }) => textOf(await store().readVersion(id))))
    expect(await texts('a.md')).toEqual(['three', 'two', 'one'])
    await store().move('a.md', 'b.md', 'absent')
    expect(await texts('b.md')).toEqual(['three', 'two', 'one'])
  })

  test('versions of a file that another took the name of stay below those that came with that', async () => {
    for (const text of ['old', 'other']) await store().write('b.md', utf8(text), 'any')
    for (const text of ['one', 'two']) await store().write('a.md', utf8(text), 'any')
    await store().move('a.md', 'b.md', 'any')
    expect((await store().versions('b.md')).map(({ contentHash }) => contentHash)).toEqual(
      ['one', 'other', 'old'].map(hash),
    )
  })

  test('a move onto itself changes nothing', async () => {
    await store().write('a.md', utf8('one'), 'absent')
    expect(await store().move('a.md', 'a.md', 'any')).toMatchObject({ contentHash: hash('one') })
    expect(textOf(await store().read('a.md'))).toBe('one')
    expect(await store().versions('a.md')).toEqual([])
  })
}
