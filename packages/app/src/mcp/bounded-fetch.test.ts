import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { boundedFetch } from './open-transport.ts'

let server: Server | undefined

afterEach(() => server?.close())

/** A server whose streams end at once, each with these lines. */
async function closing(lines: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const character of lines) response.write(character)
    response.end()
  }).listen(0, '127.0.0.1', resolve)
  await promise
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Opens two streams one after the other, on a clock that does not move. */
async function twice(url: string, signal: AbortSignal): Promise<readonly string[]> {
  const fetch = boundedFetch({ fetch: globalThis.fetch, timer: () => 0, onBroken: () => undefined })
  const first = await (await fetch(url, { method: 'GET' })).text()
  return [first, await (await fetch(url, { method: 'GET', signal })).text()]
}

test('reopens a stream after the server’s retry delay', async () => {
  const lines = 'id: 1\nretry: 100\ndata:\n\n'
  const streams = await twice(await closing(lines), AbortSignal.timeout(4_000))
  expect(streams).toEqual([lines, lines])
})

test('does not reopen a stream at once without a retry delay', async () => {
  const url = await closing('data: retry: 100\n\n')
  await expect(twice(url, AbortSignal.timeout(500))).rejects.toThrow('aborted')
})
