import { expect, test } from 'vitest'
import type { FileStore } from '../../file-store/file-store.ts'
import { hash, textOf, utf8 } from './texts.ts'

export function testConflicts(store: () => FileStore): void {
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
