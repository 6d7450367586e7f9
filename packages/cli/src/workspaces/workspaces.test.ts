import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAppIn } from '../testing/open-app-in.ts'
import { jsonLines, runsOn, varve } from '../testing/varve.ts'

let base = ''
let notes = ''

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-workspaces-'))
  notes = join(base, 'notes')
  for (const folder of [notes, join(base, 'vault')]) mkdirSync(folder)
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

const run = runsOn(() => base)

const list = () => run('workspaces ls', [], { json: true })
const remove = (name: string) => run('workspaces rm', [name])
const add = (folder: string) => run('workspaces add', [folder])
const set = (part: string, value: string, input = '', workspace = notes) =>
  run('settings set', [part, value], { workspace, json: true }, { input })
const show = (...part: readonly string[]) => run('settings show', part, { workspace: notes, json: true })

test('a folder becomes a workspace, is listed, and leaves the list without losing anything', async () => {
  expect(await list()).toMatchObject({ status: 0, stdout: '[]\n' })
  expect(existsSync(join(base, 'varve.db'))).toBe(false)
  await run('files create', ['First'])
  const id = (await add(notes)).stdout.trim()
  expect((await add(notes)).stdout.trim()).toBe(id)
  expect(jsonLines(await list())[0]).toMatchObject([
    { name: 'First', kind: 'database' },
    { id, name: 'notes', root: notes },
  ])
  expect(await remove('notes')).toMatchObject({ status: 0, stdout: `${id}\n` })
  expect(jsonLines(await list())[0]).toHaveLength(1)
  expect(await remove('notes')).toMatchObject({ status: 1, stdout: '' })
  expect((await add(notes)).stdout.trim()).toBe(id)
  expect(await add(join(base, 'none'))).toMatchObject({ status: 1, stdout: '' })
})

test('the default workspace is listed first and cannot be removed', async () => {
  await run('files create', ['Mine'])
  await (await openAppIn(base)).app.close()
  expect(jsonLines(await list())[0]).toMatchObject([{ id: 'demo' }, { name: 'Mine' }])
  expect(await remove('demo')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('stays in the list'),
  })
  expect((await remove('Mine')).status).toBe(0)
})

test('settings are printed in full or in part, and changed; guard exceptions stay', async () => {
  await add(notes)
  expect(jsonLines(await set('guard', '-', '{"sensitivity":"strict"}'))[0]).toMatchObject({
    sensitivity: 'strict',
    guardLocal: false,
  })
  await set('guard', '-', '{"guardLocal":true}')
  const rules = [{ tool: 'write', path: 'drafts/**', decision: 'run' }]
  const file = join(base, 'rules.json')
  writeFileSync(file, JSON.stringify(rules))
  expect(jsonLines(await set('tool-rules', file))[0]).toEqual(rules)
  expect((await set('chat-files', 'off')).stdout).toBe('"off"\n')
  expect(jsonLines(await show())[0]).toMatchObject({
    'chat-files': 'off',
    guard: { sensitivity: 'strict', guardLocal: true },
    'tool-rules': rules,
  })
  for (const [part, value, input] of [
    ['chat-files', 'perhaps', ''],
    ['guard', '-', '{"sensitivity":"much"}'],
    ['guard', '-', '[]'],
    ['tool-rules', '-', '{"tool":"*"}'],
    ['tool-rules', '-', '{'],
    ['tool-rules', join(base, 'none.json'), ''],
  ] as const)
    expect(jsonLines(await set(part, value, input))[0]).toMatchObject({ error: { code: expect.any(String) } })
  expect(jsonLines(await show('tool-rules'))[0]).toEqual(rules)
})

test('memory is shown, extended and replaced, in a folder and in the database', async () => {
  await run('files create', ['Mine'])
  await add(notes)
  for (const workspace of [notes, 'Mine']) {
    const remembered = () => run('memory show', [], { workspace })
    expect(await remembered()).toMatchObject({ status: 0, stdout: '' })
    await run('memory add', ['The office', 'closes at four.'], { workspace })
    expect((await remembered()).stdout).toContain('- The office closes at four.\n')
    const changed = await run('memory set', ['-'], { workspace, json: true }, { input: 'Other\n' })
    expect(jsonLines(changed)[0]).toMatchObject({ content: 'Other\n' })
    expect((await remembered()).stdout).toBe('Other\n')
  }
  expect(readFileSync(join(notes, 'Varve/memory.md'), 'utf8')).toBe('Other\n')
})

test('varve trust lists instruction files, trusts them, shows later edits, and revokes', async () => {
  await add(notes)
  const file = join(notes, 'AGENTS.md')
  writeFileSync(file, 'Be brief.')
  const trust = (
    paths: readonly string[],
    options: { readonly revoke?: boolean; readonly json?: boolean } = {},
  ) => run('trust', paths, { workspace: notes, ...options })
  expect((await trust([])).stdout).toMatch(/^AGENTS\.md +instructions +not trusted, not used$/m)
  expect(jsonLines(await trust(['AGENTS.md'], { json: true }))[0]).toMatchObject([{ trust: 'trusted' }])
  writeFileSync(file, 'Be very brief.')
  expect((await trust([])).stdout).toMatch(/trusted, changed since$/m)
  expect((await trust(['AGENTS.md'], { revoke: true })).stdout).toMatch(/not trusted, not used$/m)
  expect(await trust(['plan.md'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('no instruction'),
  })
  expect((await trust([], { revoke: true })).status).not.toBe(0)
})

test('reading works beside a running app; changes are refused', async () => {
  const { app } = await openAppIn(base)
  expect(jsonLines(await list())[0]).toMatchObject([{ id: 'demo' }])
  const settings = await run(
    'settings show',
    ['guard'].flatMap((each) => each ?? []),
    { workspace: 'demo' },
  )
  expect(settings).toMatchObject({ status: 0, stdout: expect.stringContaining('"sensitivity": "normal"') })
  expect(await set('chat-files', 'off', '', 'demo')).toMatchObject({ status: 1 })
  await app.close()
})

test('lists usable models; --all adds those without a key and says what they lack', async () => {
  const env = { OPENAI_API_KEY: 'sk-openai-0123456789', OLLAMA_HOST: '127.0.0.1:9' }
  const models = (all: boolean) => run('models', [], { all, json: true }, { env })
  const ready = jsonLines(await models(false))[0] as unknown as { readonly provider: string }[]
  expect(ready).toContainEqual(expect.objectContaining({ id: 'offline', location: 'offline', ready: true }))
  expect(ready.some(({ provider }) => provider === 'openai')).toBe(true)
  expect(ready.some(({ provider }) => provider === 'deepseek')).toBe(false)
  expect(jsonLines(await models(true))[0]).toContainEqual(
    expect.objectContaining({ provider: 'deepseek', ready: false, unavailable: expect.any(String) }),
  )
  expect(existsSync(join(base, 'varve.db'))).toBe(false)
})

test('each command has help and rejects invalid arguments', async () => {
  const { stdout } = await varve(['--help'])
  for (const name of ['workspaces', 'settings', 'memory', 'trust', 'models'])
    expect(stdout).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'))
  const refused = (...args: string[]) => varve(args, { env: { VARVE_HOME: base } })
  expect((await refused('settings', 'show', 'colours')).status).toBe(2)
  expect(await refused('workspaces', 'lst')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("unknown command 'lst'"),
  })
})
