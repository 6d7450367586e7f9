import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
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

test('the printed address opens the page with the demo workspace, and stopping closes everything', async () => {
  const run = start('0')
  const url = await run.url
  const welcome = await fetch(url, { redirect: 'manual' })
  const cookie = (welcome.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const page = await fetch(new URL('/', url), { headers: { cookie } })
  expect(await page.text()).toContain('<title>Varve</title>')
  const workspace = await fetch(new URL('/api/workspaces/first', url), { headers: { cookie } })
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
  expect(second).toContain(`It runs at ${origin}/;`)
  expect(second).not.toContain(searchParams.get('token') ?? '')
  await run.stop()
  expect(existsSync(join(base, 'running.txt'))).toBe(false)
})

test('what a Varve that was killed has noted is not told as the place of another', async () => {
  const run = start('0')
  await run.url
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(join(base, 'running.txt'), `${pid} http://127.0.0.1:4747/\n`)
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
  const welcome = await fetch(url, { redirect: 'manual' })
  const cookie = (welcome.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const listed = await (await fetch(new URL('/api/models', url), { headers: { cookie } })).json()
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
  const welcome = await fetch(url, { redirect: 'manual' })
  const cookie = (welcome.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  await fetch(new URL('/api/workspaces/first/search?q=note', url), { headers: { cookie } })
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
