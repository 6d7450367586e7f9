import { chmodSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { resetMasterKey, databaseTools } from '@varve/app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChatView, ProviderView, SendResponse, TurnView } from '@varve/contract'
import { type SimulatedServer, simulatedServer } from './testing/simulated-server.ts'
import { parseEvents, turnOf } from './testing/test-server.ts'

const CANARIES = {
  sealed: 'canary-sealed-4be1c07d93',
  replaced: 'canary-replaced-a55d208e1f',
  environment: 'canary-environment-e09c1b7742',
} as const
const ECHO = 'openai/gpt-5.4'

let it: SimulatedServer
let isRunning = false
/** Everything that came out of the servers, also of those before a restart. */
const heard: string[] = []

async function start(base?: string): Promise<void> {
  it = await simulatedServer({
    environment: { ANTHROPIC_API_KEY: CANARIES.environment },
    models: [{ id: ECHO, wireModel: 'gpt-5.4-sim-401-echo' }],
    ...(base === undefined ? {} : { base }),
  })
  isRunning = true
}

async function stop(): Promise<void> {
  await it.stop()
  heard.push(...it.reports)
  isRunning = false
}

async function restart(between: () => void = () => undefined): Promise<void> {
  await stop()
  between()
  await start(it.base)
}

beforeAll(() => start())

afterAll(async () => {
  if (isRunning) await stop()
  it.remove()
})

async function hear(method: string, path: string, body?: unknown): Promise<Response> {
  const response = await it.call(method, path, body)
  heard.push(JSON.stringify([...response.headers]), await response.clone().text())
  return response
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await (await hear(method, path, body)).json()) as T
}

async function openai(): Promise<ProviderView | undefined> {
  return (await json<readonly ProviderView[]>('GET', '/api/providers')).find(({ id }) => id === 'openai')
}

async function ask(modelId: string): Promise<TurnView> {
  const { id } = await json<ChatView>('POST', '/api/workspaces/first/chats', {})
  const draft = { text: 'When is the launch?', attach: ['plan.md'], modelId }
  const chat = `/api/workspaces/first/chats/${id}`
  await json('POST', `${chat}/forecast`, draft)
  const { answerId } = await json<SendResponse>('POST', `${chat}/turns`, draft)
  const events = await (await hear('GET', `/api/workspaces/first/answers/${answerId}/events`)).text()
  await json('GET', `${chat}/turns/1/inspection`)
  await json('GET', chat)
  return turnOf(parseEvents(events))
}

const keep = (key: string, keeping = 'sealed') =>
  hear('PUT', '/api/providers/openai/key', { key, keep: keeping })

/** Every file of the data, by path, as it is now: database, log, lock, master key, index. */
function filesNow(): ReadonlyMap<string, Buffer> {
  return new Map(
    readdirSync(it.base, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(it.base, path), readFileSync(path)]),
  )
}

function expectNoCanary(texts: Iterable<Buffer | string>): void {
  for (const text of texts)
    for (const canary of Object.values(CANARIES))
      for (const form of [
        canary,
        Buffer.from(canary).toString('base64').replace(/=+$/, ''),
        Buffer.from(canary, 'utf16le'),
      ])
        expect(Buffer.from(text).includes(form)).toBe(false)
}

describe('a sealed key', () => {
  test('is entered, listed by origin only, and used', async () => {
    expect(await openai()).toMatchObject({ key: 'none' })
    expect(await (await keep(CANARIES.replaced)).json()).toMatchObject({ id: 'openai', key: 'sealed' })
    expect(await (await keep(CANARIES.sealed)).json()).toMatchObject({ id: 'openai', key: 'sealed' })
    expect((await ask('openai/gpt-5.6')).answer).toMatchObject({ status: 'complete' })
  })

  test('appears in no byte of the database, its log, or a backup made meanwhile', async () => {
    const running = filesNow()
    // The log holds the row in this moment, so that the search can find something.
    expect(running.get('varve.db-wal')?.includes('openai')).toBe(true)
    expectNoCanary(running.values())
    const copy = join(it.base, 'copy.db')
    await databaseTools.backup({ kind: 'sqlite', path: join(it.base, 'varve.db') }, copy)
    expect(readFileSync(copy).includes('openai')).toBe(true)
    expectNoCanary([readFileSync(copy)])
  })

  test('survives a restart, and reaches its provider', async () => {
    await restart()
    expect(await openai()).toMatchObject({ key: 'sealed' })
    // The simulator repeats the key that it was sent; what is shown has it taken out.
    const { answer } = await ask(ECHO)
    expect(answer.error).toContain('You sent: [removed]')
    expect(it.reports.join('\n')).not.toContain('cannot be opened')
  })

  test('is hidden by a key of this run, and back after it', async () => {
    expect(await (await keep(CANARIES.replaced, 'memory')).json()).toMatchObject({ key: 'memory' })
    await restart()
    expect(await openai()).toMatchObject({ key: 'sealed' })
  })

  test.each([
    { key: CANARIES.sealed, keep: CANARIES.sealed },
    { key: CANARIES.sealed, keep: null },
  ])('an unknown way of keeping is refused and not echoed: %#', async (body) => {
    expect((await hear('PUT', '/api/providers/openai/key', body)).status).toBe(400)
  })

  test.skipIf(process.platform === 'win32')(
    'with a master key that others can read counts as missing, says so, and seals nothing',
    async () => {
      const master = join(it.base, 'config', 'master.key')
      await restart(() => chmodSync(master, 0o644))
      const provider = await openai()
      expect(provider).toMatchObject({ key: 'none' })
      expect(provider?.keyProblem).toContain('others may read it')
      const refused = await keep(CANARIES.replaced)
      expect(refused.status).toBe(409)
      expect(await refused.json()).toMatchObject({ code: 'key-not-kept' })
      await restart(() => chmodSync(master, 0o600))
      expect(await openai()).toMatchObject({ key: 'sealed' })
    },
  )

  test('without its master key counts as missing; everything else works, and it can be deleted', async () => {
    await restart(() => rmSync(join(it.base, 'config', 'master.key')))
    expect(await openai()).toMatchObject({
      key: 'none',
      keyProblem: expect.stringContaining('no master key'),
    })
    const { id } = await json<ChatView>('POST', '/api/workspaces/first/chats', {})
    const draft = { text: 'Hello?', attach: [], modelId: 'openai/gpt-5.6' }
    const response = await hear('POST', `/api/workspaces/first/chats/${id}/turns`, draft)
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('The kept key of OpenAI cannot be opened.')
    expect((await ask('offline')).answer).toMatchObject({ status: 'complete' })
    expect((await ask('anthropic/claude-haiku-4-5')).answer).toMatchObject({ status: 'complete' })
    const forgotten = await json<ProviderView>('DELETE', '/api/providers/openai/key')
    expect(forgotten).toMatchObject({ key: 'none' })
    expect(forgotten).not.toHaveProperty('keyProblem')
    // Earlier requests are encrypted with it too: no other key is created until someone declares it lost.
    const refused = await hear('PUT', '/api/providers/openai/key', { key: CANARIES.sealed, keep: 'sealed' })
    expect(await refused.json()).toMatchObject({
      code: 'key-not-kept',
      detail: expect.stringContaining('varve keys reset') as string,
    })
    expect(readdirSync(join(it.base, 'config'))).not.toContain('master.key')
    expect(it.reports.join()).toMatch(/is not kept, for it cannot be sealed: .*varve keys reset/)
    expect(await resetMasterKey({ folder: join(it.base, 'config') })).toBe(true)
    expect(await resetMasterKey({ folder: join(it.base, 'config') })).toBe(false)
    await keep(CANARIES.sealed)
    await restart()
    expect(await openai()).toMatchObject({ key: 'sealed' })
  })

  test('is deleted from the database too', async () => {
    await json('DELETE', '/api/providers/openai/key')
    await restart()
    expect(await openai()).toMatchObject({ key: 'none' })
    expect(await openai()).not.toHaveProperty('keyProblem')
  })

  test('appears in no response, event, page, log line or byte on disk, also after a move', async () => {
    await keep(CANARIES.sealed)
    await hear('GET', '/')
    await json('GET', '/api/models')
    await stop()
    const moved = { kind: 'sqlite', path: join(it.base, 'moved.db') } as const
    await databaseTools.move({ kind: 'sqlite', path: join(it.base, 'varve.db') }, moved)
    const stored = filesNow()
    expect(stored.get('moved.db')?.includes('openai')).toBe(true)
    expect(heard.join('\n')).toContain('You sent: [removed]')
    expectNoCanary([...heard, ...stored.values()])
  })
})
