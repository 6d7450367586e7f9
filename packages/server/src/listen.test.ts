import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type AddressInfo, connect, createServer as createNetServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChatView, SendResponse } from '@varve/contract'
import { type Listening, listen } from './listen.ts'
import { parseEvents, type TestServer, testServer, textOf, turnOf } from './testing/test-server.ts'

let it: TestServer
let listening: Listening
let authorization = ''
let origin = ''
const reports: string[] = []

beforeAll(async () => {
  it = await testServer()
  const { app, workspaceId, page } = it
  listening = await listen({ app, workspaceId, page, port: 0, report: (message) => reports.push(message) })
  origin = `http://127.0.0.1:${listening.port}`
  authorization = `Bearer ${listening.key}`
})

afterAll(async () => {
  await listening.close()
  await it.close()
})

async function post<T>(path: string, body: unknown): Promise<T> {
  const headers = { authorization, origin, 'content-type': 'application/json' }
  const response = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await response.json()) as T
}

test('over a real socket: after a cut stream the answer continues, and the rest can be fetched', async () => {
  const { id } = await post<ChatView>('/api/workspaces/first/chats', {})
  const { answerId } = await post<SendResponse>(`/api/workspaces/first/chats/${id}/turns`, {
    text: 'When is the launch?',
    attach: ['plan.md'],
  })
  const path = `${origin}/api/workspaces/first/answers/${answerId}/events`
  const cut = new AbortController()
  const first = await fetch(path, { headers: { authorization }, signal: cut.signal })
  let received = ''
  const reader = first.body?.pipeThrough(new TextDecoderStream()).getReader()
  while (parseEvents(received).length === 0) received += (await reader?.read())?.value ?? ''
  cut.abort()
  const seen = parseEvents(received.slice(0, received.lastIndexOf('\n\n') + 2))
  const lastId = seen.at(-1)?.id ?? 0

  const rest = parseEvents(
    await (await fetch(path, { headers: { authorization, 'last-event-id': String(lastId) } })).text(),
  )
  const { answer } = turnOf(rest)
  expect(answer.status).toBe('complete')
  expect(textOf([...seen, ...rest])).toBe(answer.text)
})

test('over a real socket: an unreadable trace aborts the download, and is reported', async () => {
  const { id } = await post<ChatView>('/api/workspaces/first/chats', {})
  const answers: string[] = []
  for (const text of ['First?', 'Second?']) {
    const sent = await post<SendResponse>(`/api/workspaces/first/chats/${id}/turns`, { text, attach: [] })
    answers.push(sent.answerId)
    const path = `${origin}/api/workspaces/first/answers/${sent.answerId}/events`
    await (await fetch(path, { headers: { authorization } })).text()
  }
  const trace = () =>
    fetch(`${origin}/api/workspaces/first/chats/${id}/trace`, { headers: { authorization } })
  expect((await (await trace()).text()).trimEnd().split('\n')).toHaveLength(2)
  for (const damaged of answers.toReversed()) {
    const reported = reports.length
    const connection = new DatabaseSync(join(it.base, 'varve.db'), { timeout: 30_000 })
    connection.prepare("update calls set root = '{', sealed = null where answer_id = ?").run(damaged)
    connection.close()
    await expect(trace().then((response) => response.text())).rejects.toThrow()
    expect(reports.length).toBe(reported + 1)
  }
})

test('over a real socket: a request without a session is refused', async () => {
  expect((await fetch(`${origin}/api/workspaces/first/chats`)).status).toBe(401)
})

test.skipIf(process.platform !== 'linux')('listens on one loopback address only', async () => {
  // Linux answers on all of 127.0.0.0/8, so a server on every address would be found here.
  const reached = await new Promise<string>((resolve) => {
    const socket = connect(listening.port, '127.0.0.2', () => resolve('connected'))
    socket.once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
  })
  expect(reached).toBe('ECONNREFUSED')
})

test('skips a busy port and takes the next free one', async () => {
  const { app, workspaceId, page } = it
  const taken = createNetServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  const { port } = taken.address() as AddressInfo
  const other = await listen({ app, workspaceId, page, port, report: () => undefined })
  expect(other.port).toBeGreaterThan(port)
  await other.close()
  taken.close()
})
