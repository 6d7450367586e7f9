import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Statement, type Store } from '@varve/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { resetMasterKey } from '../open/open-key-tools.ts'
import { masterKeySealer, plainSealer } from './sealer.ts'

let folder = ''
let store: Store
const PLACE = { workspaceId: 'w', name: 'n' }

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'varve-sealer-'))
  store = await openStore({ path: join(folder, 'varve.db'), now: 0 })
})

afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

test('reading creates no master key and says what is missing; sealing creates one, which then opens it', async () => {
  const sealer = masterKeySealer({ folder }, store)
  const foreign = await plainSealer().seal('text', PLACE)
  await expect(sealer.unseal(foreign, PLACE)).rejects.toMatchObject({
    code: 'master-key-missing',
    message: expect.stringContaining('put back the one that was there') as string,
  })
  expect(existsSync(join(folder, 'master.key'))).toBe(false)
  const sealed = await sealer.seal('text', PLACE)
  expect(existsSync(join(folder, 'master.key'))).toBe(true)
  expect(await sealer.unseal(sealed, PLACE)).toBe('text')
  await expect(sealer.unseal(foreign, PLACE)).rejects.toMatchObject({ code: 'seal-foreign' })
})

describe('a lost master key with sealed data', () => {
  const workspaceId = 'w'
  const stored: Readonly<Record<string, (sealed: Uint8Array) => Statement>> = {
    'a key of a provider': (sealed) =>
      store.sealedKeys.put({ workspaceId, provider: 'openai', sealed, at: 0 }),
    'a page of what was sent': (sealed) => store.callPages.put(workspaceId, '0'.repeat(64), sealed),
  }

  beforeEach(async () => {
    const workspace = { id: workspaceId, name: '', kind: 'folder', root: '/', createdAt: 0 } as const
    await store.commit([store.workspaces.insert(workspace)])
  })

  test.each(Object.keys(stored))('is not replaced by a new one: %s', async (what) => {
    const sealed = await masterKeySealer({ folder }, store).seal('text', PLACE)
    await store.commit([stored[what]?.(sealed)].filter((one) => one !== undefined))
    rmSync(join(folder, 'master.key'))
    const sealer = masterKeySealer({ folder }, store)
    await expect(sealer.seal('more', PLACE)).rejects.toMatchObject({
      code: 'master-key-missing',
      message: expect.stringMatching(/put back the one that was there.*varve keys reset/) as string,
    })
    expect(existsSync(join(folder, 'master.key'))).toBe(false)
    expect(await resetMasterKey({ folder })).toBe(true)
    expect(await sealer.unseal(await sealer.seal('more', PLACE), PLACE)).toBe('more')
    await expect(sealer.unseal(sealed, PLACE)).rejects.toMatchObject({ code: 'seal-foreign' })
  })
})
