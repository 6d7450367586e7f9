import { expect, test } from 'vitest'
import type { FileStore } from '../../file-store/file-store.ts'
import { utf8 } from './texts.ts'

export function testChanges(store: () => FileStore): void {
  test('each change is announced once it can be read, and what failed is not', async () => {
    const announced: string[] = []
    const end = store().subscribe(({ paths }) => announced.push(...paths))
    await store().write('caf\u00e9.md', utf8('one'), 'absent')
    await store().write('a.md', utf8('one'), 'absent')
    await expect(store().write('a.md', utf8('two'), 'absent')).rejects.toMatchObject({ code: 'conflict' })
    expect(announced.splice(0)).toEqual(['caf\u00e9.md', 'a.md'])
    await store().move('a.md', 'b.md', 'absent')
    expect(new Set(announced.splice(0))).toEqual(new Set(['a.md', 'b.md']))
    const { id } = await store().remove('b.md', 'any')
    await store().restore(id)
    expect(announced.splice(0)).toEqual(['b.md', 'b.md'])
    end()
    await store().write('c.md', utf8('one'), 'absent')
    expect(announced).toEqual([])
  })

  test('two subscribers both hear of a change, and ending one leaves the other', async () => {
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
