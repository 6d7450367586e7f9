import { expect, test } from 'vitest'
import type { FileStore } from '../../file-store/file-store.ts'
import { utf8 } from './texts.ts'

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

export function testPaths(store: () => FileStore): void {
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
