import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { NumberedEvent } from '@varve/app'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, expect, test } from 'vitest'
import { listen } from './listen.ts'
import { SECURITY_HEADERS } from './access/security-headers.ts'
import { sendEvents, SLICE_BYTES } from './event-stream.ts'
import { answerBlocks } from './routes/answer-routes.ts'
import { testServer } from './testing/test-server.ts'

const MEGABYTE = 1024 * 1024
// More than the system itself takes for a reader who pauses.
const TEXT = 'x'.repeat(16 * MEGABYTE)
const turn = { answer: { text: TEXT } }
const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** As a finished answer of 16 MB tells how it ended. */
async function* ended(): AsyncGenerator<NumberedEvent> {
  yield { id: TEXT.length + 1, event: { kind: 'done', turn } as unknown as NumberedEvent['event'] }
}

function endedStream(): Hono {
  const heartbeat = { text: ':\n\n', milliseconds: 1000 }
  const report = (message: string): never => expect.unreachable(message)
  return new Hono().get('/events', (context) =>
    sendEvents(context, answerBlocks(ended()), { heartbeat, report }),
  )
}

async function serve(app: Hono): Promise<{ readonly http: Server; readonly port: number }> {
  const http = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
  await new Promise((resolve) => http.once('listening', resolve))
  closing.push(
    () => http.closeAllConnections(),
    () => http.close(),
  )
  return { http, port: (http.address() as AddressInfo).port }
}

/** Asks, and reads nothing of the answer. */
async function pausedReader(port: number, path: string, headers = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').pause()
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headers}\r\n`)
  closing.push(() => socket.destroy())
  return socket
}

test('a paused reader costs little memory, and an active one gets the whole answer', async () => {
  const { http, port } = await serve(endedStream())
  const sockets: Socket[] = []
  http.on('connection', (socket) => sockets.push(socket))
  for (let count = 0; count < 20; count += 1) await pausedReader(port, '/events')
  const read = await (await fetch(`http://127.0.0.1:${port}/events`)).text()
  expect(JSON.parse(/^data: (.*)$/m.exec(read)?.[1] ?? '')).toEqual({ kind: 'done', turn })
  expect(read).toContain(`\nid: ${TEXT.length + 1}\n\n`)
  expect(sockets).toHaveLength(21)
  for (const socket of sockets) expect(socket.writableLength).toBeLessThanOrEqual(3 * SLICE_BYTES)
})

test('a stream over a socket has the security headers of every response', async () => {
  const { port } = await serve(endedStream())
  const { headers } = await fetch(`http://127.0.0.1:${port}/events`)
  for (const [name, value] of SECURITY_HEADERS) expect([name, headers.get(name)]).toEqual([name, value])
  expect(headers.get('content-type')).toBe('text/event-stream')
})

test('a reader that takes nothing is disconnected', async () => {
  const it = await testServer()
  closing.push(it.close)
  const { app, workspaceId, page } = it
  it.write('long.md', 'y'.repeat(3 * MEGABYTE))
  const listening = await listen({
    app,
    workspaceId,
    page,
    port: 0,
    report: () => undefined,
    stuckMilliseconds: 200,
  })
  closing.push(listening.close)
  const authorization = `Authorization: Bearer ${listening.key}\r\n`
  const stuck = await pausedReader(
    listening.port,
    '/api/workspaces/first/files/content?path=long.md',
    authorization,
  )
  // Only one who reads learns of the end, so it is looked for with a write.
  const cut = new Promise((resolve) => stuck.once('error', resolve).once('close', resolve))
  const asking = setInterval(() => stuck.write('x'), 50)
  await cut
  clearInterval(asking)
})
