import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { openMasterKey, openStore, type Store } from '@varve/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { KeyRing } from './key-ring.ts'
import { KeySafe } from './key-safe.ts'

const OPENAI = { provider: 'openai', keyVariable: 'OPENAI_API_KEY' }
const GOOGLE = { provider: 'google', keyVariable: 'GEMINI_API_KEY' }
const WORKSPACE = { name: '', kind: 'folder', root: '/', createdAt: 0 } as const

let base = ''
let store: Store
let told: string[] = []

beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), 'varve-safe-'))
  store = await openStore({ path: join(base, 'varve.db'), now: 0 })
  await store.commit(['w', 'other'].map((id) => store.workspaces.insert({ ...WORKSPACE, id })))
  told = []
})

afterEach(async () => {
  await store.close()
  rmSync(base, { recursive: true, force: true })
})

const masterFile = () => join(base, 'master.key')

function open(workspaceId = 'w', passphrase?: string): Promise<KeySafe> {
  const masterKey = { folder: base, passphrase }
  const report = (message: string): void => void told.push(message)
  return KeySafe.open({ store, workspaceId, masterKey, clock: { now: () => 5 }, report })
}

describe('a stored key', () => {
  test('survives a restart, and ranks between one of this run and the environment’s', async () => {
    const environment = { OPENAI_API_KEY: 'from-environment' }
    const first = new KeyRing(environment, await open())
    first.keep('openai', 'of-this-run')
    await first.seal('openai', ' kept\n')
    expect([first.find(OPENAI), first.originOf(OPENAI)]).toEqual(['kept', 'sealed'])
    const second = new KeyRing(environment, await open())
    expect([second.find(OPENAI), second.originOf(OPENAI)]).toEqual(['kept', 'sealed'])
    second.keep('openai', 'of-this-run')
    expect([second.find(OPENAI), second.originOf(OPENAI)]).toEqual(['of-this-run', 'memory'])
    expect(new KeyRing(environment, await open()).find(OPENAI)).toBe('kept')
    await second.forget('openai')
    expect([second.find(OPENAI), second.originOf(OPENAI)]).toEqual(['from-environment', 'environment'])
    expect(await store.sealedKeys.list('w')).toEqual([])
    expect(new KeyRing({}, await open()).originOf(OPENAI)).toBe('none')
    expect(told).toEqual([])
  })

  test('a key from the environment is not stored; a master key is made only when needed', async () => {
    const keys = new KeyRing({ OPENAI_API_KEY: 'from-environment' }, await open())
    expect(keys.find(OPENAI)).toBe('from-environment')
    keys.keep('google', 'of-this-run')
    await keys.forget('openai')
    expect(await store.sealedKeys.list('w')).toEqual([])
    expect(existsSync(masterFile())).toBe(false)
  })

  test('a key that no header can hold is refused before storing', async () => {
    const keys = new KeyRing({}, await open())
    await expect(keys.seal('openai', 'a b')).rejects.toMatchObject({ code: 'key-invalid' })
    expect(await store.sealedKeys.list('w')).toEqual([])
  })

  test('changes are applied in order: the last one wins', async () => {
    const keys = new KeyRing({}, await open())
    await Promise.all([
      keys.seal('openai', 'first'),
      keys.seal('openai', 'second'),
      keys.forget('openai'),
      keys.seal('openai', 'third'),
      keys.seal('google', 'first'),
      keys.forget('google'),
    ])
    const again = new KeyRing({}, await open())
    for (const ring of [keys, again])
      expect([ring.find(OPENAI), ring.find(GOOGLE)]).toEqual(['third', undefined])
  })

  test('is bound to its workspace and provider, wherever its row is copied', async () => {
    await (await open()).keep('openai', 'kept')
    const sealed = await store.sealedKeys.get({ workspaceId: 'w', provider: 'openai' })
    if (!sealed) throw new Error('Nothing was stored.')
    await store.commit([
      store.sealedKeys.put({ workspaceId: 'other', provider: 'openai', sealed, at: 5 }),
      store.sealedKeys.put({ workspaceId: 'w', provider: 'google', sealed, at: 5 }),
    ])
    expect((await open('other')).find('openai')).toBeUndefined()
    const here = await open()
    expect([here.find('openai'), here.find('google')]).toEqual(['kept', undefined])
    expect(here.problemOf('google')).toContain('belongs to another place')
  })
})

describe('a lost master key', () => {
  test('leaves keys as missing, says so, and loses nothing if it returns', async () => {
    await (await open()).keep('openai', 'kept')
    chmodSync(masterFile(), 0o644)
    const keys = new KeyRing({}, await open())
    expect([keys.find(OPENAI), keys.originOf(OPENAI)]).toEqual([undefined, 'none'])
    expect(keys.problemOf('openai')).toContain('others may read it')
    expect(told).toEqual([expect.stringMatching(/^The kept key of openai cannot be opened\. /)])
    await expect(keys.seal('google', 'another')).rejects.toMatchObject({ code: 'master-key-refused' })
    chmodSync(masterFile(), 0o600)
    expect((await open()).find('openai')).toBe('kept')
  })

  test('is not recreated while its sealed keys can still be restored', async () => {
    const before = await open()
    for (const provider of ['openai', 'google']) await before.keep(provider, 'kept')
    renameSync(masterFile(), join(base, 'elsewhere'))
    for (const safe of [before, await open()])
      for (const provider of ['openai', 'deepseek'])
        await expect(safe.keep(provider, 'again')).rejects.toMatchObject({
          code: 'master-key-missing',
          message: expect.stringMatching(/put back the one that was there.*varve keys reset/) as string,
        })
    expect(existsSync(masterFile())).toBe(false)
    renameSync(join(base, 'elsewhere'), masterFile())
    expect((await open()).find('google')).toBe('kept')
    rmSync(masterFile())
    const safe = await open()
    expect(safe.problemOf('openai')).toContain('There is no master key')
    for (const provider of ['openai', 'google']) await safe.forget(provider)
    await safe.keep('openai', 'again')
    expect((await open()).find('openai')).toBe('again')
  })

  test('replaced by another one: old keys stay missing until replaced or deleted', async () => {
    const before = await open()
    for (const provider of ['openai', 'google', 'deepseek']) await before.keep(provider, 'kept')
    rmSync(masterFile())
    await openMasterKey({ folder: base })
    const safe = await open()
    await safe.keep('openai', 'again')
    await safe.forget('google')
    const after = await open()
    expect([after.find('openai'), after.problemOf('openai')]).toEqual(['again', undefined])
    expect(after.problemOf('google')).toBeUndefined()
    expect(after.problemOf('deepseek')).toContain('another master key')
    expect(after.providers()).toEqual(['openai', 'deepseek'])
  })

  test('due to a wrong or missing passphrase says so', async () => {
    await (await open('w', 'correct horse')).keep('openai', 'kept')
    expect((await open('w', 'correct horse')).find('openai')).toBe('kept')
    expect((await open('w', 'wrong horse')).problemOf('openai')).toContain('not the one')
    expect((await open()).problemOf('openai')).toContain('VARVE_PASSPHRASE')
  })
})

test('printing objects prints no stored key', async () => {
  const safe = await open()
  await safe.keep('openai', 'secret-key')
  const printed =
    inspect(safe, { depth: 9, showHidden: true }) + JSON.stringify({ safe, keys: new KeyRing({}, safe) })
  expect(printed).not.toContain('secret-key')
})
