import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCommand, type OpenOptions } from './open-command.ts'
import { findRunning } from './running-address.ts'
import { type StartContext, startCommand, type StartOptions } from './start-command.ts'

let base = ''

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-start-'))
  for (const folder of ['web/dist', 'vault']) mkdirSync(join(base, folder), { recursive: true })
  writeFileSync(join(base, 'web', 'dist', 'index.html'), '<title>Varve</title>')
  writeFileSync(join(base, 'vault', 'note.md'), 'A note.')
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

interface Run {
  readonly said: string[]
  readonly url: Promise<string>
  readonly stop: () => Promise<void>
}

function start(
  port: string,
  env: Readonly<Record<string, string>> = {},
  more: Partial<StartOptions> = {},
): Run {
  const said: string[] = []
  const url = Promise.withResolvers<string>()
  const stopped = Promise.withResolvers<void>()
  const context: StartContext = {
    checkout: {
      version: '0',
      web: join(base, 'web'),
      engine: join(base, 'none'),
      demoVault: join(base, 'vault'),
      demoName: 'Demo',
    },
    surroundings: { env: { VARVE_HOME: base, ...env }, home: base, platform: 'linux' },
    isTTY: false,
    say: (line) => {
      said.push(line)
      const found = /http:\S+/.exec(line)?.[0]
      if (found) url.resolve(found)
    },
    report: (line) => said.push(line),
    stopped: stopped.promise,
  }
  const running = startCommand({ port, open: true, ...more }, context)
  running.catch((error: unknown) => url.reject(error))
  return {
    said,
    url: url.promise,
    stop: async () => {
      stopped.resolve()
      await running
    },
  }
}

/** As another program of the user calls the API. */
function asProgram(): { readonly authorization: string } {
  return { authorization: `Bearer ${findRunning(base)?.key}` }
}

async function openLink(options: Partial<OpenOptions> = {}): Promise<readonly string[]> {
  const said: string[] = []
  const surroundings = { env: { VARVE_HOME: base }, home: base, platform: 'linux' }
  await openCommand(
    { open: true, ...options },
    { surroundings, isTTY: false, say: (line) => said.push(line) },
  )
  return said
}

test('varve open gives a new link each time, and says where there is no Varve to open', async () => {
  await expect(openLink()).rejects.toThrow('Varve is not running on this data folder. Run "varve start".')
  const run = start('0')
  const first = await run.url
  const { url } = JSON.parse((await openLink({ json: true }))[0] ?? '') as { readonly url: string }
  const [line = ''] = await openLink()
  const links = [first, url, line.replace('Open ', '')]
  expect(new Set(links).size).toBe(3)
  for (const link of links)
    for (const status of [303, 401]) expect((await fetch(link, { redirect: 'manual' })).status).toBe(status)
  await run.stop()
  await expect(openLink()).rejects.toThrow('Varve is not running')
})

test.skipIf(process.platform === 'win32')('only its owner can read what Varve keeps', async () => {
  const own = (path: string) => !/^(?:web|vault|workspaces\/demo)(?:\/|$)/.test(path)
  const kept = () => readdirSync(base, { recursive: true, encoding: 'utf8' }).filter(own)
  const ask = async (url: string) => {
    const search = await fetch(new URL('/api/workspaces/first/search?q=note', url), { headers: asProgram() })
    expect(search.status).toBe(200)
  }
  const readable = () => ['.', ...kept()].filter((path) => (statSync(join(base, path)).mode & 0o077) !== 0)
  const first = start('0')
  await ask(await first.url)
  expect(kept()).toEqual(
    expect.arrayContaining(['varve.db', 'varve.db-wal', 'varve.db.lock', 'running.json']),
  )
  expect(readable()).toEqual([])
  await first.stop()
  // As a program that was less careful would have left them.
  chmodSync(base, 0o755)
  for (const path of kept())
    chmodSync(join(base, path), statSync(join(base, path)).isDirectory() ? 0o755 : 0o644)
  const second = start('0')
  await ask(await second.url)
  // What stands deeper is behind a folder that nobody else can enter.
  const open = readable().filter((path) => path === '.' || path === 'logs' || path.startsWith('varve.db'))
  await second.stop()
  expect(open).toEqual([])
})

test('the printed address opens the page with the demo workspace, and stopping closes everything', async () => {
  const run = start('0')
  const url = await run.url
  const welcome = await fetch(url, { redirect: 'manual' })
  const cookie = (welcome.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const page = await fetch(new URL('/', url), { headers: { cookie } })
  expect(await page.text()).toContain('<title>Varve</title>')
  const workspace = await fetch(new URL('/api/workspaces/first', url), { headers: asProgram() })
  expect(await workspace.json()).toMatchObject({ kind: 'folder', fileCount: 1 })
  await run.stop()
  await expect(fetch(url)).rejects.toThrow()
  const again = start('0')
  await again.url
  await again.stop()
})

test('a second start on the same data says why it cannot, and where the first one is, without its key', async () => {
  const run = start('0')
  const { origin, searchParams } = new URL(await run.url)
  const second = await start('0').url.catch((error: unknown) => String(error))
  expect(second).toContain('Another Varve is using this data folder')
  expect(second).toContain(`It runs at ${origin}. Run "varve open"`)
  expect(second).not.toContain(searchParams.get('token') ?? '')
  await run.stop()
  expect(existsSync(join(base, 'running.json'))).toBe(false)
})

test('what a Varve that was killed has noted is not told as the place of another', async () => {
  const run = start('0')
  await run.url
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(
    join(base, 'running.json'),
    JSON.stringify({ pid, address: 'http://127.0.0.1:4747', key: 'k' }),
  )
  const second = await start('0').url.catch((error: unknown) => String(error))
  expect(second).toContain('Another Varve is using this data folder')
  expect(second).not.toContain('4747')
  await run.stop()
})

test('a port that is taken is named, and the next one is used', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  const address = taken.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const run = start(String(port))
  expect(new URL(await run.url).port).not.toBe(String(port))
  expect(run.said[0]).toContain(`Port ${port} is taken`)
  await run.stop()
  taken.close()
})

test('keys of the environment and models of the configuration file are there; faults in it are told', async () => {
  const models = [{ id: 'anthropic/claude-sonnet-4-5', name: 'My Claude' }, { id: 'mine/half' }]
  writeFileSync(join(base, 'config.json'), JSON.stringify({ models }))
  const run = start('0', { ANTHROPIC_API_KEY: 'canary-start-0123456789' })
  const url = await run.url
  const listed = await (await fetch(new URL('/api/models', url), { headers: asProgram() })).json()
  expect(listed).toContainEqual(
    expect.objectContaining({ id: 'anthropic/claude-sonnet-4-5', name: 'My Claude', ready: true }),
  )
  expect(listed).toContainEqual(expect.objectContaining({ id: 'openai/gpt-5.6', ready: false }))
  await run.stop()
  expect(run.said.some((line) => line.includes('model mine/half'))).toBe(true)
  expect(JSON.stringify([listed, run.said])).not.toContain('canary-start')
})

test('metrics are offered where that is asked, with a token where one is set, and a log is kept', async () => {
  const run = start('0', { VARVE_METRICS_TOKEN: 'scraper' }, { metrics: true })
  const url = await run.url
  const metrics = new URL('/metrics', url)
  expect((await fetch(metrics)).status).toBe(401)
  const scraped = await fetch(metrics, { headers: { authorization: 'Bearer scraper' } })
  expect(await scraped.text()).toContain('varve_calls_total')
  await fetch(new URL('/api/workspaces/first/search?q=note', url), { headers: asProgram() })
  await run.stop()
  expect(run.said).toContainEqual(`Metrics are at ${metrics.href}.`)
  const log = readFileSync(join(base, 'logs', 'varve.log'), 'utf8')
  expect(log).toContain('"event":"index-changed"')
  expect(log).not.toContain('note.md')
})

test('without logs none is written, and what is no address of a collector is refused', async () => {
  const run = start('0', {}, { logs: false })
  await run.url
  await run.stop()
  expect(existsSync(join(base, 'logs'))).toBe(false)
  await expect(start('0', {}, { otel: 'localhost:4318' }).url).rejects.toThrow('http://host:4318')
  await expect(start('0', { OTEL_EXPORTER_OTLP_ENDPOINT: 'file:///x' }).url).rejects.toThrow('A collector')
})
