import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { varve } from './testing/varve.ts'

const bin = fileURLToPath(new URL('../bin/varve.js', import.meta.url))
const older = olderNode()
const home = mkdtempSync(join(tmpdir(), 'varve-launcher-'))

afterAll(() => rmSync(home, { recursive: true, force: true }))

function run(node: string, ...args: readonly string[]) {
  return runWith({}, node, ...args)
}

function runWith(more: Readonly<Record<string, string>>, node: string, ...args: readonly string[]) {
  const env = { ...process.env, VARVE_HOME: home, ...more }
  const { status, stdout, stderr } = spawnSync(node, [bin, ...args], { encoding: 'utf8', env })
  return { status, stdout, stderr }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A Node on this machine that is too old to run Varve itself. */
function olderNode(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin', '/usr/local/bin')
  return folders
    .map((folder) => join(folder, 'node'))
    .find(
      (file) =>
        existsSync(file) &&
        Number(execFileSync(file, ['-p', 'parseInt(process.versions.node)'], { encoding: 'utf8' })) < 24,
    )
}

describe('varve', () => {
  test('--help names the commands', () => {
    const { status, stdout } = run(process.execPath, '--help')
    expect(status).toBe(0)
    expect(stdout).toContain('start [options]')
    expect(stdout).toContain('paths [options]')
  })

  test('--version is the version of the package', async () => {
    expect(await varve(['--version'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    })
  })

  test('an empty provider address in the environment is ignored', () => {
    const empty = { ANTHROPIC_BASE_URL: '', OPENAI_BASE_URL: ' ', ANTHROPIC_API_KEY: 'k' }
    const { status, stdout, stderr } = runWith(empty, process.execPath, 'models')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('anthropic/')
  })

  test('prints paths, also as JSON', async () => {
    const env = { VARVE_HOME: home }
    expect((await varve(['paths'], { env })).stdout).toContain(join(home, 'varve.db'))
    expect(JSON.parse((await varve(['paths', '--json'], { env })).stdout)).toMatchObject({ data: home })
  })

  test.each([
    ['strat', 'Did you mean start?'],
    ['nonsense', 'varve --help'],
    ['--nonsense', 'unknown option'],
  ])('%s exits with 2 and a hint', async (argument, hint) => {
    const { status, stderr } = await varve([argument])
    expect(status).toBe(2)
    expect(stderr).toContain(hint)
  })

  test.skipIf(process.platform !== 'linux').each(['start', 'ask', 'chats'])(
    'varve %s with an unwritable home says so and ends',
    (command) => {
      const env = { ...process.env, VARVE_HOME: '/proc/varve-none' }
      const { status, signal, stderr } = spawnSync(
        process.execPath,
        [bin, command, ...(command === 'ask' ? ['Why?'] : [])],
        { encoding: 'utf8', env, timeout: 60_000, killSignal: 'SIGKILL' },
      )
      expect(signal).toBeNull()
      expect(status).not.toBe(0)
      expect(stderr).toContain('/proc/varve-none')
    },
  )

  test('an invalid port exits with 2', async () => {
    for (const port of ['x', '-1', '65536', '80.5'])
      expect((await varve(['start', '--port', port])).status).toBe(2)
  })
})

test('every bundled Node has a SQLite that the store accepts', () => {
  const manifest = new URL('../../../package.json', import.meta.url)
  const { optionalDependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    readonly optionalDependencies: Readonly<Record<string, string>>
  }
  const nodes = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'))
  expect(nodes).toHaveLength(5)
  // 24.15.0 is the first with SQLite 3.51.3.
  for (const [name, version] of nodes) {
    const [major = 0, minor = 0] = version.split('.').map(Number)
    expect({ name, version, isRecent: major > 25 || (major === 24 && minor >= 15) }).toMatchObject({
      isRecent: true,
    })
  }
})

// Skipped where the only Node is new enough: then there is nothing to hand over to.
describe.skipIf(older === undefined)('started on an older Node', () => {
  test('hands over to the bundled one, with its output and exit code', () => {
    expect(run(older ?? '', 'paths').stdout).toContain(join(home, 'varve.db'))
    expect(run(older ?? '', 'nonsense').status).toBe(2)
  })

  test('leaves no server behind after SIGKILL, and the data can be used at once', async () => {
    const data = mkdtempSync(join(home, 'killed-'))
    const args = [bin, 'start', '--no-open', '--port', '0', '--data', data]
    const launcher = spawn(older ?? '', args, { env: { ...process.env, VARVE_HOME: home } })
    let said = ''
    for await (const chunk of launcher.stdout) {
      said += String(chunk)
      if (said.includes('Varve is running')) break
    }
    const { pid } = JSON.parse(readFileSync(join(data, 'running.json'), 'utf8')) as { readonly pid: number }
    expect(pid).not.toBe(launcher.pid)
    launcher.kill('SIGKILL')
    const deadline = AbortSignal.timeout(60_000)
    while (isRunning(pid) && !deadline.aborted) await setImmediate()
    expect(isRunning(pid)).toBe(false)
    expect(existsSync(join(data, 'running.json'))).toBe(false)
  })

  test('says what is missing when it cannot, instead of starting itself forever', () => {
    const { status, stderr } = spawnSync(older ?? '', [bin], {
      encoding: 'utf8',
      env: { VARVE_RELAUNCHED: '1' },
    })
    expect(status).toBe(1)
    expect(stderr).toContain('needs Node 24')
  })
})
