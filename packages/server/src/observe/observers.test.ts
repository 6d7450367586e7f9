import { execFile } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ObservedOptions, type ObservedServer, observedServer } from '../testing/observed-server.ts'
import { otlpReceiver } from '../testing/otlp-receiver.ts'
import { BoundedLabel } from './metrics-observer.ts'
import { LogFile, describeProblem, openLog } from './log-observer.ts'

const MODEL = 'openai/gpt-5.6'
const KEY = 'sk-canary-0123456789abcdef'
const CANARIES = ['canary-message', 'canary-note', 'canary-file', KEY, 'sk-canary']
const NOTE = '# Plan\n\nThe canary-note says that the launch is on 12 December.\n'
const ASKED = 'When is the launch? canary-message'

let folder = ''
let it: ObservedServer | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'varve-logs-'))
})

afterEach(async () => {
  await it?.close()
  it = undefined
  rmSync(folder, { recursive: true, force: true })
})

async function observed(options: ObservedOptions): Promise<ObservedServer> {
  it = await observedServer({ environment: { OPENAI_API_KEY: KEY }, note: NOTE, ...options })
  return it
}

async function askBoth(server: ObservedServer): Promise<void> {
  await server.ask(ASKED, { attach: ['plan.md'] })
  await server.ask(ASKED, { attach: ['plan.md'], modelId: MODEL })
}

describe('the log', () => {
  const lines = (): readonly Record<string, unknown>[] =>
    readFileSync(join(folder, 'varve.log'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>)

  test('records each call with numbers and ids, and no content', async () => {
    const server = await observed({ logs: folder })
    await askBoth(server)
    server.report(`An answer could not be ended: ${ASKED}`)
    server.report(`Unexpected token 'c', "canary-file" is not valid JSON`)
    await server.flush()
    const ended = lines().filter(({ event }) => event === 'call-ended')
    expect(ended).toMatchObject([
      { level: 'info', version: '1.2.3', provider: 'varve', status: 'complete' },
      { modelId: MODEL, provider: 'openai', usage: { reported: true } },
    ])
    expect(lines()).toContainEqual(
      expect.objectContaining({ level: 'error', event: 'problem', words: 'An answer could not be ended' }),
    )
    expect(server.reports).toHaveLength(2)
    const text = readFileSync(join(folder, 'varve.log'), 'utf8')
    for (const canary of [...CANARIES, 'plan.md', 'December']) expect(text).not.toContain(canary)
    if (process.platform !== 'win32') expect(statSync(join(folder, 'varve.log')).mode & 0o777).toBe(0o600)
  })

  test('reports once that it cannot be written, and answers continue', async () => {
    const blocked = join(folder, 'file')
    writeFileSync(blocked, '')
    const server = await observed({ logs: join(blocked, 'logs') })
    await askBoth(server)
    await server.flush()
    expect(server.reports.filter((line) => line.includes('cannot be written'))).toHaveLength(1)
  })

  test('is rotated when it has grown, and only a few are kept', () => {
    const log = new LogFile({ folder, maximumBytes: 10, kept: 2 })
    for (const line of ['first\n', 'second\n', 'third\n', 'fourth\n', 'longer than ten\n']) log.write(line)
    log.close()
    const again = new LogFile({ folder, maximumBytes: 10, kept: 2 })
    again.write('last\n')
    again.close()
    expect(readdirSync(folder).sort()).toEqual(['varve.1.log', 'varve.2.log', 'varve.log'])
    expect(readFileSync(join(folder, 'varve.log'), 'utf8')).toBe('last\n')
    expect(readFileSync(join(folder, 'varve.1.log'), 'utf8')).toBe('longer than ten\n')
    expect(readFileSync(join(folder, 'varve.2.log'), 'utf8')).toBe('fourth\n')
  })

  test('continues after a failed rotation, and closes only its own files', () => {
    const log = new LogFile({ folder, maximumBytes: 10, kept: 1 })
    log.write('first\n')
    mkdirSync(join(folder, 'varve.1.log', 'in the way'), { recursive: true })
    expect(() => log.write('second\n')).toThrow()
    // Takes the file descriptor that the log has closed.
    const other = openSync(join(folder, 'other'), 'w')
    expect(() => log.write('third\n')).toThrow()
    log.close()
    writeSync(other, 'still open')
    closeSync(other)
    expect(readFileSync(join(folder, 'varve.log'), 'utf8')).toBe('first\n')
    rmSync(join(folder, 'varve.1.log'), { recursive: true })
    log.write('fourth\n')
    log.close()
    expect(readFileSync(join(folder, 'varve.1.log'), 'utf8')).toBe('first\n')
    expect(readFileSync(join(folder, 'varve.log'), 'utf8')).toBe('fourth\n')
  })

  test('hides fields named like secrets or texts', () => {
    const log = openLog({ folder, version: '1', maximumBytes: 1000, kept: 1 })
    const stray = {
      text: 'canary',
      usage: { apiKey: 'canary' },
      statistics: { change: { content: 'canary' } },
    }
    log.observe({ kind: 'commit-slow', milliseconds: 300, statements: 1, ...stray })
    log.close()
    expect(lines()).toMatchObject([{ level: 'warn', event: 'commit-slow', text: '[redacted]' }])
    expect(readFileSync(join(folder, 'varve.log'), 'utf8')).not.toContain('canary')
  })

  test('keeps only the beginning of a problem, without anything personal', () => {
    expect(describeProblem('SyntaxError: "canary"\n at x')).toBe('SyntaxError')
    expect(describeProblem('"canary" was changed')).toBe('')
    expect(describeProblem('x'.repeat(500))).toHaveLength(100)
  })
})

describe('spans', () => {
  test('are exported over HTTP with GenAI names, and no content', async () => {
    const receiver = await otlpReceiver()
    const server = await observed({ otel: receiver.url })
    await askBoth(server)
    await server.flush()
    expect(new Set(receiver.paths)).toEqual(new Set(['/v1/traces']))
    const [offline, openai] = receiver.spans()
    expect(offline?.attributes).toMatchObject({ 'gen_ai.provider.name': 'varve' })
    expect(openai).toMatchObject({ name: 'chat gpt-5.6', kind: 3 })
    expect(openai?.attributes).toMatchObject({
      'service.name': 'varve',
      'service.version': '1.2.3',
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-5.6',
      'varve.answer.status': 'complete',
      'varve.epoch.began': true,
    })
    for (const name of ['input_tokens', 'output_tokens'])
      expect(openai?.attributes[`gen_ai.usage.${name}`]).toBeGreaterThan(0)
    expect(openai?.attributes).toHaveProperty(['gen_ai.usage.cache_read.input_tokens'])
    expect(openai?.attributes['gen_ai.response.time_to_first_chunk']).toBeGreaterThan(0)
    for (const canary of [...CANARIES, 'plan.md']) expect(receiver.bodies.join('')).not.toContain(canary)
    await receiver.close()
  })

  test('name the code of a failure', async () => {
    const receiver = await otlpReceiver()
    const server = await observed({
      otel: `${receiver.url}/v1/traces`,
      environment: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' },
    })
    await server.ask(ASKED, { modelId: MODEL })
    await server.flush()
    expect(receiver.paths).toEqual(['/v1/traces'])
    expect(receiver.spans()[0]).toMatchObject({
      status: { code: 2 },
      attributes: { 'error.type': 'unreachable' },
    })
    await receiver.close()
  })

  test('without a collector delay nothing', async () => {
    const server = await observed({ otel: 'http://127.0.0.1:9' })
    await askBoth(server)
    await server.flush()
    expect(server.reports).toEqual([])
  })
})

describe('metrics', () => {
  test('are served over HTTP on this machine, with bounded labels and no content or ids', async () => {
    const server = await observed({ metrics: true })
    await askBoth(server)
    const response = await server.get('/metrics')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/plain')
    const text = await response.text()
    expect(text).toContain(`varve_calls_total{provider="openai",model="${MODEL}",status="complete"} 1`)
    expect(text).toMatch(/varve_tokens_total\{provider="openai",model="[^"]+",kind="input"\} [1-9]/)
    expect(text).toContain('varve_turn_phase_seconds_count{phase="commit"} 2')
    expect(text).toContain('varve_epochs_total{reason="none"} 2')
    expect(text).toContain('varve_calls_active 0')
    expect(text).toContain('process_cpu_seconds_total')
    const chats = await server.app.listChats({ workspaceId: server.workspaceId })
    const ids = JSON.stringify(chats).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []
    expect(ids.length).toBeGreaterThan(1)
    for (const hidden of [...CANARIES, 'plan.md', ...ids]) expect(text).not.toContain(hidden)
  })

  test('require the token when one is set', async () => {
    const server = await observed({ metrics: true, token: 'the-token' })
    expect((await server.get('/metrics')).status).toBe(401)
    expect((await server.get('/metrics', { authorization: 'Bearer another' })).status).toBe(401)
    expect((await server.get('/metrics', { authorization: 'Bearer the-token' })).status).toBe(200)
  })

  test('refuse another host name, and do not exist unless switched on', async () => {
    const server = await observed({ metrics: true })
    const elsewhere = await server.get('/metrics', { origin: 'https://evil.example' })
    expect(elsewhere.status).toBe(403)
    await server.close()
    const without = await observed({})
    expect((await without.get('/metrics')).status).toBe(404)
  })

  test('name a limited number of models', () => {
    const label = new BoundedLabel(2)
    expect(['a', 'b', 'c', 'a', 'd'].map((name) => label.of(name))).toEqual(['a', 'b', 'other', 'a', 'other'])
  })
})

test('disabled observers are not loaded, and the log only with its first line', async () => {
  const url = new URL('./open-observers.ts', import.meta.url)
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
    const { openObservers } = await import(process.argv[1])
    await openObservers({ logs: process.argv[2], version: '1', report: () => undefined })
    console.log(JSON.stringify(loaded))`
  const words = ['--input-type=module', '--eval', script, fileURLToPath(url), folder]
  const { stdout } = await promisify(execFile)(process.execPath, words)
  const loaded = JSON.parse(stdout) as readonly string[]
  expect(loaded.map((name) => name.slice(name.lastIndexOf('/') + 1))).toEqual(['open-observers.ts'])
})
