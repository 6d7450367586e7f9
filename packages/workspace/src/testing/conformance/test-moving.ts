import { expect, test } from 'vitest'
import type { FileStore } from '../../file-store/file-store.ts'
import { hash, textOf, utf8 } from './texts.ts'

export function testMoving(store: () => FileStore): void {
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
