import { expect, test } from 'vitest'
import type { FileStore } from '../../file-store/file-store.ts'
import { textOf, utf8 } from './texts.ts'

export function testFolders(store: () => FileStore): void {
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
