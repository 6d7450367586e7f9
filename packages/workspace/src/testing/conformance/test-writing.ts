import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FileStore } from '../../file-store/file-store.ts'
import type { StoreUnderTest } from './store-under-test.ts'
import { hash, textOf, utf8 } from './texts.ts'

export function testWriting(store: () => FileStore, place: () => StoreUnderTest): void {
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
