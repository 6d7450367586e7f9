import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store } from '@varve/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureDemoWorkspace } from './ensure-demo-workspace.ts'

let base = ''
let store: Store

beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), 'varve-demo-'))
  mkdirSync(join(base, 'vault', 'deep'), { recursive: true })
  writeFileSync(join(base, 'vault', 'deep', 'note.md'), 'shipped')
  store = await openStore({ path: join(base, 'data', 'varve.db'), now: 0 })
})

afterEach(async () => {
  await store.close()
  rmSync(base, { recursive: true, force: true })
})

test('copies the vault once: edits stay, and never change the original', async () => {
  const demo = { vault: join(base, 'vault'), name: 'Demo', dataFolder: join(base, 'data') }
  // Left over from a copy that was killed half-way.
  mkdirSync(join(base, 'data', 'workspaces', 'demo.partial', 'half'), { recursive: true })
  const id = await ensureDemoWorkspace(store, 1, demo)
  const workspace = await store.workspaces.get(id)
  expect(workspace).toMatchObject({ name: 'Demo', kind: 'folder' })
  const note = join(workspace?.root ?? '', 'deep', 'note.md')
  expect(readFileSync(note, 'utf8')).toBe('shipped')
  writeFileSync(note, 'edited')
  expect(await ensureDemoWorkspace(store, 2, demo)).toBe(id)
  expect(readFileSync(note, 'utf8')).toBe('edited')
  expect(readFileSync(join(base, 'vault', 'deep', 'note.md'), 'utf8')).toBe('shipped')
  expect(await store.workspaces.list()).toHaveLength(1)
})
