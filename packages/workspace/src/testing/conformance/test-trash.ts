import { expect, test } from 'vitest'
import type { FileStore } from '../../file-store/file-store.ts'
import type { StoreUnderTest } from './store-under-test.ts'
import { hash, textOf, utf8 } from './texts.ts'

export function testTrash(store: () => FileStore, place: () => StoreUnderTest): void {
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
