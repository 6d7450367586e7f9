import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { varve } from '../testing/varve.ts'

let base = ''

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-doctor-'))
  mkdirSync(join(base, 'web/dist'), { recursive: true })
  mkdirSync(join(base, 'notes'))
  writeFileSync(join(base, 'web/dist/index.html'), '')
  writeFileSync(join(base, 'notes/a.md'), 'A note.')
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

const home = (): string => join(base, 'home')

const run = (args: readonly string[]) =>
  varve(args, {
    env: { VARVE_HOME: home() },
    checkout: { version: '1.2.3', web: join(base, 'web'), engine: base, demoVault: base, demoName: 'Demo' },
  })

interface Examined {
  readonly version: string
  readonly checks: readonly { readonly name: string; readonly state: string; readonly says: string }[]
}

async function examine() {
  const { status, stdout } = await run(['doctor', '--json'])
  const { version, checks } = JSON.parse(stdout) as Examined
  const of = (name: string) => checks.filter((check) => check.name === name)
  return { status, version, checks, of }
}

test('an installation that was never started is sound, and checking makes nothing', async () => {
  const { status, version, checks, of } = await examine()
  expect([status, version]).toEqual([0, '1.2.3'])
  expect(checks.map(({ name }) => name)).toEqual('Node Page Data Config Database Keys Models Port'.split(' '))
  expect(of('Data')).toEqual([{ name: 'Data', state: 'ok', says: `${home()} will be made` }])
  expect(of('Models')[0]?.state).toBe('warning')
  expect(existsSync(home())).toBe(false)
})

test('the folders of workspaces are looked at, with their index', async () => {
  expect(await run(['workspaces', 'add', join(base, 'notes')])).toMatchObject({ status: 0 })
  const sound = await examine()
  expect(sound.of('Database')[0]).toMatchObject({ state: 'ok', says: expect.stringContaining('1 workspace') })
  expect(sound.of('Index')).toEqual([{ name: 'Index', state: 'ok', says: 'notes: 1 file' }])
  rmSync(join(base, 'notes'), { recursive: true })
  const gone = await examine()
  expect([gone.status, gone.of('Index')[0]?.state]).toEqual([0, 'warning'])
})

test('what is not sound is a problem, said in words, and the exit code is 1', async () => {
  await run(['workspaces', 'add', join(base, 'notes')])
  writeFileSync(join(home(), 'varve.db'), 'no database')
  rmSync(join(base, 'web'), { recursive: true })
  const broken = await run(['doctor'])
  expect(broken.status).toBe(1)
  expect(broken.stdout).toMatch(/^problem {2}Page +is missing\. Install Varve again\.$/m)
  expect(broken.stdout).toMatch(/^problem {2}Database/m)
  expect(broken.stderr).toMatch(/\d problems found\./)
})

test.skipIf(process.platform === 'win32')('a master key that others can read is a problem', async () => {
  mkdirSync(home())
  writeFileSync(join(home(), 'master.key'), 'x')
  chmodSync(join(home(), 'master.key'), 0o644)
  const { status, of } = await examine()
  expect([status, of('Keys')[0]?.state, of('Data')[0]?.state]).toEqual([1, 'problem', 'warning'])
})

test('a port that is taken and a Varve that does not answer are named', async () => {
  mkdirSync(home(), { mode: 0o700 })
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  writeFileSync(join(home(), 'port'), `${port}\n`)
  expect((await examine()).of('Port')[0]).toMatchObject({
    state: 'warning',
    says: expect.stringContaining('taken'),
  })
  const running = { pid: process.pid, address: `http://127.0.0.1:${port}`, key: 'k' }
  writeFileSync(join(home(), 'running.json'), JSON.stringify(running))
  expect((await examine()).of('Port')[0]).toMatchObject({ state: 'problem' })
  server.close()
})
