import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { KeptStates, type StateOwner } from './kept-states.ts'
import { sealFile, unsealFile } from './sealed-file.ts'

const KEY = new Uint8Array(32).fill(9)
const OWNER: StateOwner = { workspace: 'w', chat: 'c', model: 'm', epoch: 'e' }

test('finds the longest prefix in the same workspace for the same model', async () => {
  const { states, keep } = setUp()
  await keep('a b c')
  await keep('a b x y', { chat: 'other' })
  expect(await states.find(OWNER, ['a', 'b', 'c', 'd'])).toMatchObject({ tokens: 300 })
  expect(await states.find(OWNER, ['a', 'b', 'x', 'z'])).toMatchObject({ tokens: 300 })
  expect(await states.find(OWNER, ['z'])).toBeUndefined()
  expect(await states.find({ ...OWNER, workspace: 'v' }, ['a', 'b', 'c'])).toBeUndefined()
  expect(await states.find({ ...OWNER, model: 'n' }, ['a', 'b', 'c'])).toBeUndefined()
})

test('a longer state replaces its prefix, a branch stays, an earlier epoch goes', async () => {
  const { states, keep, files } = setUp()
  await keep('a')
  await keep('a b c')
  expect(files()).toHaveLength(1)
  await keep('a b x')
  expect(files()).toHaveLength(2)
  await keep('A b x', { epoch: 'next' })
  expect(files()).toHaveLength(1)
  expect(await states.find(OWNER, ['a', 'b', 'c'])).toBeUndefined()
})

test('a chat keeps few branches, and all states together stay within the limit', async () => {
  const { states, keep, files } = setUp({ bytes: 1700 })
  for (const end of ['1', '2', '3', '4', '5']) await keep(`a ${end}`)
  expect(files()).toHaveLength(3)
  await keep('b', { chat: 'second' })
  await states.touch((await states.find(OWNER, ['a', '4']))?.path ?? '')
  for (const chat of ['third', 'fourth']) await keep(`${chat} x`, { chat })
  expect((await states.size()).bytes).toBeLessThanOrEqual(1700)
  // It was read last; older ones went.
  expect(await states.find(OWNER, ['a', '4'])).toMatchObject({ tokens: 200 })
  expect(await states.find(OWNER, ['a', '5'])).toMatchObject({ tokens: 100 })
})

test('forgets a chat, a workspace and a model, and keeps nothing without a key', async () => {
  const limit = { bytes: 1e9 }
  const { states, keep, files, folder } = setUp(limit)
  await keep('a b')
  await keep('a c', { chat: 'fork' })
  await keep('a', { workspace: 'v' })
  await states.forgetChat('w', 'c')
  expect(files()).toHaveLength(2)
  await states.forgetWorkspace('v')
  expect(files()).toHaveLength(1)
  expect(await states.find(OWNER, ['a', 'b'])).toMatchObject({ tokens: 100 })
  const locked = new KeptStates({ folder, keyOf: async () => undefined, limit: () => 1e9 })
  expect(await locked.find(OWNER, ['a'])).toBeUndefined()
  expect(await locked.keep(OWNER, [['a', 1]], 1, () => Promise.reject(new Error('written')))).toBe(false)
  // Nobody can tell then which are the chat's.
  await locked.forgetChat('w', 'c')
  expect(files()).toEqual([])
  await keep('a', { model: 'n' })
  await keep('b')
  await states.forgetModel('n')
  expect(files()).toHaveLength(1)
  limit.bytes = 0
  expect(await states.size()).toEqual({ count: 0, bytes: 0 })
  expect(files()).toEqual([])
})

test('removes partial, foreign and outdated files at start', async () => {
  const { keep, files, folder, open } = setUp()
  await keep('a b')
  const [path = ''] = files()
  const bytes = readFileSync(path)
  writeFileSync(
    path.replace('.state', '1.state'),
    bytes.toString('latin1').replace('"version":1', '"version":9'),
    'latin1',
  )
  writeFileSync(path.replace('.state', '2.state'), 'none')
  writeFileSync(path.replace('.state', '3.state'), bytes.subarray(0, 20))
  writeFileSync(`${path}.part`, bytes)
  expect((await open(folder).size()).count).toBe(1)
  expect(globSync(join(folder, '*', '*'))).toEqual([path])
})

test('a sealed file reveals nothing, and opens completely or not at all', async () => {
  const folder = dirname(setUp().folder)
  const [plain, sealed, opened] = ['plain', 'sealed', 'opened'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const content = Buffer.alloc(9_000_000, 'The words of a chat. ')
  writeFileSync(plain, content)
  const header = { version: 1, model: 'm', chat: 'c', epoch: 'e', links: [], tokens: 3 }
  await sealFile(plain, sealed, { header, key: KEY, notes: Buffer.from('notes '.repeat(1000)) })
  const bytes = readFileSync(sealed)
  expect(bytes.includes('words of a chat') || bytes.includes('notes notes')).toBe(false)
  expect(Buffer.from(await unsealFile(sealed, opened, KEY)).toString()).toBe('notes '.repeat(1000))
  expect(readFileSync(opened).equals(content)).toBe(true)
  await expect(unsealFile(sealed, opened, new Uint8Array(32))).rejects.toThrow()
  for (const at of [15, 60, 130, 5_000_000, bytes.length - 1]) {
    const damaged = Buffer.from(bytes)
    damaged[at] = (damaged[at] ?? 0) ^ 1
    writeFileSync(sealed, damaged)
    await expect(unsealFile(sealed, opened, KEY)).rejects.toThrow()
  }
  writeFileSync(sealed, bytes.subarray(0, 6_000_000))
  await expect(unsealFile(sealed, opened, KEY)).rejects.toThrow()
})

/** Each link of a state has a hundred tokens, and its file about 600 bytes. */
function setUp(limit = { bytes: 1e9 }) {
  const folder = mkdtempSync(join(tmpdir(), 'varve-states-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const open = (place: string): KeptStates =>
    new KeptStates({ folder: place, keyOf: async () => KEY, limit: () => limit.bytes })
  const states = open(join(folder, 'states'))
  const plain = join(folder, 'a-state')
  writeFileSync(plain, Buffer.alloc(200))
  const keep = async (names: string, owner: Partial<StateOwner> = {}): Promise<void> => {
    const links = names.split(' ').map((link, index) => [link, (index + 1) * 100] as const)
    await states.keep({ ...OWNER, ...owner }, links, links.length * 100, ({ path, key }, header) =>
      sealFile(plain, path, { header, key, notes: Buffer.from('{}') }),
    )
  }
  const files = (): readonly string[] => globSync(join(folder, 'states', '*', '*'))
  return { folder: join(folder, 'states'), states, keep, files, open }
}
