import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openKeyTools } from '@varve/app'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jsonLines, runsOn, varve } from '../testing/varve.ts'

const CANARY = 'sk-canary-0f3b91d2'

let base = ''

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-keys-'))
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

type Env = Readonly<Record<string, string>>

const run = runsOn(() => base)

async function keyOf(provider: string, env: Env = {}): Promise<unknown> {
  const { stdout } = await run('keys list', [], { json: true }, { env })
  return (JSON.parse(stdout) as readonly { readonly id: string }[]).find(({ id }) => id === provider)
}

const set = (provider: string, input: string, env: Env = {}) =>
  run('keys set', [provider], {}, { input, env })
const forget = (provider: string, env: Env = {}) => run('keys forget', [provider], {}, { env })

describe('varve keys', () => {
  test('stores a key, lists it by origin, and deletes it', async () => {
    const env = { OPENAI_API_KEY: 'from-environment' }
    expect(await keyOf('openai')).toMatchObject({ key: 'none', keyVariable: 'OPENAI_API_KEY' })
    expect(await keyOf('openai', env)).toMatchObject({ key: 'environment' })
    const kept = await set('openai', `${CANARY}\n`)
    expect(kept).toMatchObject({
      status: 0,
      stdout: 'The key of OpenAI is stored on this machine, encrypted.\n',
    })
    expect(await keyOf('openai', env)).toMatchObject({ key: 'sealed' })
    const table = await run('keys list')
    expect(table.stdout).toMatch(/^openai +on this machine, sealed +OPENAI_API_KEY$/m)
    expect((await forget('openai', env)).stdout).toContain('the one in OPENAI_API_KEY counts again')
    expect(await keyOf('openai')).toMatchObject({ key: 'none' })
  })

  test('a key without its master key cannot be opened, is reported as such, and can be deleted', async () => {
    await set('openai', CANARY)
    const master = join(base, 'master.key')
    if (process.platform !== 'win32') expect(statSync(master).mode & 0o777).toBe(0o600)
    rmSync(master)
    const listed = await run('keys list')
    expect(listed).toMatchObject({ status: 0, stdout: expect.stringMatching(/openai +cannot be opened/) })
    expect(listed.stderr).toContain('There is no master key')
    expect((await forget('openai')).status).toBe(0)
    expect((await run('keys list')).stderr).toBe('')
  })

  test('does not create a new master key when the old one should be restored', async () => {
    await set('anthropic', CANARY)
    const master = join(base, 'master.key')
    renameSync(master, join(base, 'mk.old'))
    const refused = await set('anthropic', 'sk2')
    expect(refused).toMatchObject({ status: 1, stdout: '' })
    expect(refused.stderr).toMatch(
      /put back the one that was there.*lost for good, varve keys reset makes another one/,
    )
    expect(readdirSync(base)).not.toContain('master.key')
    renameSync(join(base, 'mk.old'), master)
    expect(await keyOf('anthropic')).toMatchObject({ key: 'sealed' })
    const anew = () => run('keys begin-anew', [], { json: true })
    expect(jsonLines(await anew())).toEqual([{ made: false }])
    rmSync(master)
    expect(jsonLines(await anew())).toEqual([{ made: true }])
    expect(await keyOf('anthropic')).toMatchObject({ key: 'none' })
    await set('anthropic', 'sk2')
    expect(await keyOf('anthropic')).toMatchObject({ key: 'sealed' })
  })

  test('reports a passphrase that shadows master.key', async () => {
    await set('openai', CANARY)
    const env = { VARVE_PASSPHRASE: 'correct horse battery' }
    const { stderr } = await run('keys list', [], {}, { env })
    expect(stderr).toContain('master.key, which VARVE_PASSPHRASE hides: unset VARVE_PASSPHRASE')
    expect((await set('anthropic', CANARY, env)).status).toBe(1)
    expect(readdirSync(base)).not.toContain('master.scrypt')
  })

  test('lists keys beside a running Varve, and creates no database to do so', async () => {
    expect(await keyOf('openai')).toMatchObject({ key: 'none' })
    expect(readdirSync(base)).toEqual([])
    await set('openai', CANARY)
    const running = await openKeyTools({
      database: join(base, 'varve.db'),
      demo: { vault: '', name: '', dataFolder: base },
      masterKey: { folder: base },
      providers: { environment: {} },
      clock: { now: Date.now },
      report: () => undefined,
    })
    try {
      expect(await keyOf('openai')).toMatchObject({ key: 'sealed' })
      expect((await set('anthropic', CANARY)).stderr).toContain('Another Varve')
    } finally {
      await running.close()
    }
  })

  test('VARVE_PASSPHRASE takes the place of the file', async () => {
    const env = { VARVE_PASSPHRASE: 'correct horse battery' }
    await set('openai', CANARY, env)
    expect(readdirSync(base)).toContain('master.scrypt')
    expect(readdirSync(base)).not.toContain('master.key')
    expect(await keyOf('openai', env)).toMatchObject({ key: 'sealed' })
    expect(await keyOf('openai')).toMatchObject({
      key: 'none',
      problem: expect.stringContaining('VARVE_PASSPHRASE'),
    })
  })

  test.each([
    ['nothing', 'openai', '', 2],
    ['what no header can hold', 'openai', 'two words', 1],
    ['a key for nobody', 'nobody', CANARY, 2],
    ['a key in place of a provider', CANARY, '', 2],
  ])('%s is refused', async (_, provider, input, status) => {
    const refused = await set(provider, input)
    expect(refused.status).toBe(status)
    expect(refused.stdout + refused.stderr).not.toContain('canary')
    expect(await keyOf('openai')).toMatchObject({ key: 'none' })
  })

  test('reads a key from a pipe, never from arguments, and stores it encrypted only', async () => {
    const env = { VARVE_HOME: base, OPENAI_API_KEY: '' }
    const runs = [
      await varve(['keys', 'set', 'openai', '--json'], { input: CANARY, env }),
      await varve(['keys', 'list', '--json'], { env }),
      await varve(['keys', 'set', 'openai', CANARY], { env }),
      await varve(['keys', 'set', 'openai', `--key=${CANARY}`], { env }),
      await varve(['db', 'backup', join(base, 'copy.db')], { env }),
    ]
    expect(runs.map(({ status }) => status)).toEqual([0, 0, 2, 2, 0])
    expect(JSON.parse(runs[0]?.stdout ?? '')).toMatchObject({ id: 'openai', key: 'sealed' })
    expect(runs[2]?.stderr).toContain('history of your shell')
    const stored = readdirSync(base, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'))
    // Both databases were read, so that the search can find something.
    expect(
      stored.filter((text) => text.startsWith('SQLite format 3') && text.includes('openai')),
    ).toHaveLength(2)
    for (const text of [...stored, ...runs.map(({ stdout, stderr }) => stdout + stderr)])
      expect(text.includes(CANARY)).toBe(false)
  })

  test('resolves a relative data folder the same way everywhere', async () => {
    const env = { VARVE_HOME: join(base, 'home') }
    const made = await varve(['keys', 'set', 'openai', '--data', 'data'], { cwd: base, env, input: 'k-1' })
    expect(made.status).toBe(0)
    const listed = await varve(['files', 'ls', '--workspace', 'demo', '--data', join(base, 'data')], { env })
    expect(listed).toMatchObject({ status: 0, stdout: expect.stringContaining('Welcome.md') })
  })
})
