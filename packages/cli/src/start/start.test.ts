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
import { argumentsOf, type Given, type Run, varve } from '../testing/varve.ts'
import { findRunning } from './running.ts'

let base = ''

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-start-'))
  for (const folder of ['web/dist', 'vault']) mkdirSync(join(base, folder), { recursive: true })
  writeFileSync(join(base, 'web', 'dist', 'index.html'), '<title>Varve</title>')
  writeFileSync(join(base, 'vault', 'note.md'), 'A note.')
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

interface Started {
  /** Lines printed to standard output and standard error. */
  readonly said: string[]
  readonly url: Promise<string>
  readonly stop: () => Promise<void>
}

const run = (command: string, options: Parameters<typeof argumentsOf>[2], given: Given = {}): Promise<Run> =>
  varve(argumentsOf(command, [], options), {
    checkout: {
      version: '0',
      web: join(base, 'web'),
      engine: join(base, 'none'),
      demoVault: join(base, 'vault'),
      demoName: 'Demo',
    },
    ...given,
    env: { VARVE_HOME: base, ...given.env },
  })

function start(port: string, env: Given['env'] = {}, more: object = {}, command = 'start'): Started {
  const said: string[] = []
  const url = Promise.withResolvers<string>()
  const stopped = Promise.withResolvers<void>()
  const heard = (text: string): void => {
    said.push(...text.split('\n').filter((line) => line !== ''))
    const found = /Open (http:\S+)/.exec(text)?.[1]
    if (found) url.resolve(found)
  }
  const running = run(command, { port, ...more }, { env, heard, stopped: () => stopped.promise })
  void running.then(({ stderr }) => url.reject(new Error(stderr)))
  return {
    said,
    url: url.promise,
    stop: async () => {
      stopped.resolve()
      expect(await running).toMatchObject({ status: 0 })
    },
  }
}

/** As another program of the user calls the API. */
async function asProgram(): Promise<{ readonly authorization: string }> {
  return { authorization: `Bearer ${(await findRunning(base))?.key}` }
}

const openLink = (options = {}): Promise<Run> => run('open', options)

test('varve open prints a new link each time, and says when no Varve is running', async () => {
  expect((await openLink()).stderr).toContain('Varve is not running on this data folder. Run "varve start".')
  const served = start('0')
  const first = await served.url
  const { url } = JSON.parse((await openLink({ json: true })).stdout) as { readonly url: string }
  const [line = ''] = (await openLink()).stdout.split('\n')
  const links = [first, url, line.replace('Open ', '')]
  expect(new Set(links).size).toBe(3)
  for (const link of links)
    for (const status of [303, 401]) expect((await fetch(link, { redirect: 'manual' })).status).toBe(status)
  await served.stop()
  expect(await openLink()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Varve is not running'),
  })
})

test.skipIf(process.platform === 'win32')('only the owner can read Varve’s files', async () => {
  const own = (path: string) => !/^(?:web|vault|workspaces\/demo)(?:\/|$)/.test(path)
  const kept = () => readdirSync(base, { recursive: true, encoding: 'utf8' }).filter(own)
  const ask = async (url: string) => {
    const search = await fetch(new URL('/api/workspaces/first/search?q=note', url), {
      headers: await asProgram(),
    })
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
  // Anything deeper is inside a folder that others can't enter.
  const open = readable().filter((path) => path === '.' || path === 'logs' || path.startsWith('varve.db'))
  await second.stop()
  expect(open).toEqual([])
})

test('the printed address opens the page with the demo workspace; stopping closes everything', async () => {
  const served = start('0')
  const url = await served.url
  const welcome = await fetch(url, { redirect: 'manual' })
  const cookie = (welcome.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const page = await fetch(new URL('/', url), { headers: { cookie } })
  expect(await page.text()).toContain('<title>Varve</title>')
  const workspace = await fetch(new URL('/api/workspaces/first', url), { headers: await asProgram() })
  expect(await workspace.json()).toMatchObject({ kind: 'folder', fileCount: 1 })
  await served.stop()
  await expect(fetch(url)).rejects.toThrow()
  const again = start('0')
  await again.url
  await again.stop()
})

test('a second start on the same data says why it cannot, and where the first one is, without its key', async () => {
  const served = start('0')
  const { origin, searchParams } = new URL(await served.url)
  const second = await start('0').url.catch((error: unknown) => String(error))
  expect(second).toContain('Another Varve is using this data folder')
  expect(second).toContain(`It runs at ${origin}. Run "varve open"`)
  expect(second).not.toContain(searchParams.get('token') ?? '')
  await served.stop()
  expect(existsSync(join(base, 'running.json'))).toBe(false)
})

test('a folder that is opened while Varve runs is opened there', async () => {
  const served = start('0')
  const { origin } = new URL(await served.url)
  const { stdout, status } = await run(`start ${join(base, 'vault')}`, {})
  expect(status).toBe(0)
  const [, link = ''] = /^Varve was already running\. Open (\S+)$/m.exec(stdout) ?? []
  const { workspaces } = (await (
    await fetch(`${origin}/api/workspaces`, { headers: await asProgram() })
  ).json()) as { readonly workspaces: readonly { readonly id: string; readonly root?: string }[] }
  const opened = workspaces.find(({ root }) => root === join(base, 'vault'))
  expect(new URL(link).pathname).toBe(`/w/${opened?.id}/`)
  expect((await fetch(link, { redirect: 'manual' })).status).toBe(303)
  expect((await run(`start ${join(base, 'none')}`, {})).stderr).toContain('There is no folder')
  await served.stop()
})

test('a killed Varve’s note is not taken for another one’s address', async () => {
  const served = start('0')
  await served.url
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(
    join(base, 'running.json'),
    JSON.stringify({ pid, address: 'http://127.0.0.1:4747', key: 'k' }),
  )
  const second = await start('0').url.catch((error: unknown) => String(error))
  expect(second).toContain('Another Varve is using this data folder')
  expect(second).not.toContain('4747')
  await served.stop()
})

test('names a busy port and uses the next one', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  const address = taken.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const served = start(String(port))
  expect(new URL(await served.url).port).not.toBe(String(port))
  expect(served.said[0]).toContain(`Port ${port} is taken`)
  await served.stop()
  taken.close()
})

test('keys from the environment and models from config.json are loaded; faults in it are reported', async () => {
  const models = [{ id: 'anthropic/claude-sonnet-4-5', name: 'My Claude' }, { id: 'mine/half' }]
  writeFileSync(join(base, 'config.json'), JSON.stringify({ models }))
  const served = start('0', { ANTHROPIC_API_KEY: 'canary-start-0123456789' })
  const url = await served.url
  const listed = await (await fetch(new URL('/api/models', url), { headers: await asProgram() })).json()
  expect(listed).toContainEqual(
    expect.objectContaining({ id: 'anthropic/claude-sonnet-4-5', name: 'My Claude', ready: true }),
  )
  expect(listed).toContainEqual(expect.objectContaining({ id: 'openai/gpt-5.6', ready: false }))
  await served.stop()
  expect(served.said.some((line) => line.includes('model mine/half'))).toBe(true)
  expect(JSON.stringify([listed, served.said])).not.toContain('canary-start')
})

test('from elsewhere it is reached by names that were given, with a password of a file', async () => {
  const file = join(base, 'password.txt')
  writeFileSync(file, 'correct horse battery\nnot this line')
  const served = start('0', {}, { passwordFile: file, allowHost: 'varve.example.org', host: '127.0.0.2' })
  expect(await served.url).toMatch(/^http:\/\/varve\.example\.org:\d+\/$/)
  const running = await findRunning(base)
  expect(running?.address).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/)
  const signIn = (password: string) =>
    fetch(`${running?.address}/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password }),
    })
  expect((await signIn('correct horse battery\nnot this line')).status).toBe(401)
  expect((await signIn('correct horse battery')).status).toBe(200)
  expect(JSON.parse((await openLink({ json: true })).stdout)).toMatchObject({
    url: expect.stringContaining('http://varve.example.org:'),
  })
  await served.stop()
})

test('a folder is opened: the link leads to it, and it is a workspace from then on', async () => {
  const folder = join(base, 'notes')
  mkdirSync(folder)
  const served = start('0', {}, {}, folder)
  const link = new URL(await served.url)
  const headers = await asProgram()
  const listed = await (await fetch(new URL('/api/workspaces', link), { headers })).json()
  const { id } = (listed as { workspaces: { id: string; root?: string }[] }).workspaces.find(
    ({ root }) => root === folder,
  ) ?? { id: '' }
  expect(link.pathname).toBe(`/w/${id}/`)
  const sent = await fetch(link, { redirect: 'manual' })
  expect(sent.headers.get('location')).toMatch(new RegExp(`^/w/${id}/#key=`))
  await served.stop()
  expect(await run('start nowhere', {})).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('nowhere'),
  })
})

test.each([
  [{ host: '0.0.0.0' }, 2, 'Add --password-file.'],
  [{ allowHost: 'nas.local' }, 2, 'Add --password-file.'],
  [{ host: '0.0.0.0', passwordFile: 'none' }, 2, "can't be read"],
  [{ host: '0.0.0.0', passwordFile: 'web/dist/index.html', metrics: true }, 2, 'VARVE_METRICS_TOKEN'],
])('with %j it does not start, and nothing has listened', async (options, status, words) => {
  const ended = await run('start', { port: '0', ...options }, { cwd: base })
  expect(ended).toMatchObject({ status, stderr: expect.stringContaining(words) })
})

test('serves metrics when asked, with a token if set, and keeps a log', async () => {
  const served = start('0', { VARVE_METRICS_TOKEN: 'scraper' }, { metrics: true })
  const url = await served.url
  const metrics = new URL('/metrics', url)
  expect((await fetch(metrics)).status).toBe(401)
  const scraped = await fetch(metrics, { headers: { authorization: 'Bearer scraper' } })
  expect(await scraped.text()).toContain('varve_calls_total')
  await fetch(new URL('/api/workspaces/first/search?q=note', url), { headers: await asProgram() })
  await served.stop()
  expect(served.said).toContainEqual(`Metrics are at ${metrics.href}.`)
  const log = readFileSync(join(base, 'logs', 'varve.log'), 'utf8')
  expect(log).toContain('"event":"index-changed"')
  expect(log).not.toContain('note.md')
})

test('writes no log when it is off, and refuses an invalid collector address', async () => {
  const served = start('0', {}, { noLogs: true })
  await served.url
  await served.stop()
  expect(existsSync(join(base, 'logs'))).toBe(false)
  await expect(start('0', {}, { otel: 'localhost:4318' }).url).rejects.toThrow('http://host:4318')
  await expect(start('0', { OTEL_EXPORTER_OTLP_ENDPOINT: 'file:///x' }).url).rejects.toThrow('the collector')
})
