import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FileStore } from '../../file-store/file-store.ts'
import type { StoreUnderTest } from './store-under-test.ts'
import { hash, textOf, utf8 } from './texts.ts'

export function testVersions(store: () => FileStore, place: () => StoreUnderTest): void {
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
