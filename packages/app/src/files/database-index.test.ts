import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenedSearchIndex, openIndex } from '@varve/index'
import { openDatabaseStore, openStore, type Store } from '@varve/store'
import type { FileStore } from '@varve/workspace'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseFileSource, type LookTimes } from './database-file-source.ts'

const utf8 = (text: string): Uint8Array => Buffer.from(text)

let store: Store
let files: FileStore
let folder: string
const opened: OpenedSearchIndex[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'varve-database-index-'))
  store = await openStore({ path: join(folder, 'varve.db'), now: 1000 })
  const workspace = { name: 'W', kind: 'database', root: undefined, createdAt: 0 } as const
  await store.commit(['one', 'two'].map((id) => store.workspaces.insert({ ...workspace, id })))
  files = filesOf('one')
})

afterEach(async () => {
  for (const index of opened.splice(0)) await index.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

function filesOf(workspaceId: string): FileStore {
  return openDatabaseStore({ store, workspaceId, clock: () => Date.now(), newId: randomUUID })
}

async function open(times: Partial<LookTimes> = {}): Promise<OpenedSearchIndex> {
  const source = databaseFileSource({ store, workspaceId: 'one', files, times })
  const index = await openIndex({ file: join(folder, 'index.db'), files: source, clock: Date.now })
  opened.push(index)
  return index
}

const hits = async (index: OpenedSearchIndex, text: string): Promise<readonly string[]> =>
  (await index.search({ text, limit: 10, today: '2026-01-01' })).hits.map(({ path }) => path)

const state = (index: OpenedSearchIndex): string => index.status().state

describe('an index over files in the database', () => {
  test('finds their contents, resolves links, and rereads nothing after a restart', async () => {
    await files.write('a.md', utf8('# Larder\n\nplums and [[b]] #stock'), 'absent')
    await files.write('deep/b.md', utf8('a manatee'), 'absent')
    await filesOf('two').write('foreign.md', utf8('a manatee of others'), 'absent')
    const index = await open()
    await expect.poll(() => state(index)).toBe('ready')
    expect((await hits(index, 'plums'))[0]).toBe('a.md')
    expect((await hits(index, 'manatee'))[0]).toBe('deep/b.md')
    expect(await index.tags()).toMatchObject([{ tag: 'stock', count: 1 }])
    expect((await index.neighbours('deep/b.md')).incoming).toEqual(['a.md'])
    expect(index.filesRead()).toBe(2)
    const known = await index.file('a.md')
    expect(known?.created).toBe(known?.modified)
    await index.close()
    const again = await open()
    await expect.poll(() => state(again)).toBe('ready')
    expect(again.filesRead()).toBe(0)
    expect((await hits(again, 'manatee'))[0]).toBe('deep/b.md')
    expect(await again.verify()).toEqual([])
  })

  test('follows each change', async () => {
    const index = await open()
    const finds = (text: string, paths: readonly string[]): Promise<void> =>
      expect.poll(() => hits(index, text)).toEqual(paths)
    await files.write('notes/a.md', utf8('plums'), 'absent')
    await finds('plums', ['notes/a.md'])
    await files.write('notes/a.md', utf8('pears'), 'any')
    await finds('pears', ['notes/a.md'])
    await files.move('notes/a.md', 'other/b.md', 'absent')
    await finds('pears', ['other/b.md'])
    const { id } = await files.remove('other/b.md', 'any')
    await finds('pears', [])
    await files.restore(id)
    await finds('pears', ['other/b.md'])
  })

  test('follows changes by another program', async () => {
    const index = await open({ others: 20 })
    await filesOf('one').write('a.md', utf8('plums'), 'absent')
    await expect.poll(() => hits(index, 'plums')).toEqual(['a.md'])
  })

  test('reports a damaged file, and no other', async () => {
    const { contentHash } = await files.write('a.md', utf8('plums'), 'absent')
    await files.write('b.md', utf8('pears'), 'absent')
    const damage = { sql: 'update blobs set bytes = ? where hash = ?', parameters: [utf8('x'), contentHash] }
    await store.commit([{ ...damage, workspaceId: 'one' }])
    const index = await open()
    await expect.poll(() => state(index)).toBe('ready')
    expect(index.status().problems).toMatchObject([{ path: 'a.md' }])
    expect(await hits(index, 'pears')).toEqual(['b.md'])
  })
})
