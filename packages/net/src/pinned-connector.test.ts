import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pinnedConnector } from './resolve-target.ts'
import { startServer, type TestServer } from './testing/start-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer((_request, response) => response.end())
})

afterAll(() => server.close())

function connect(addresses: readonly string[], hostname: string): Promise<Socket> {
  const connector = pinnedConnector({ addresses, milliseconds: 5_000, certificateAuthorities: undefined })
  return new Promise((resolve, reject) => {
    connector({ hostname, protocol: 'http:', port: String(server.port) }, (error, socket) => {
      if (error === null) resolve(socket)
      else reject(error)
    })
  })
}

test('[SSRF] never resolves a name: the connection goes to the pinned address', async () => {
  const socket = await connect(['127.0.0.1'], 'nowhere.invalid')
  expect(socket.remoteAddress).toBe('127.0.0.1')
  socket.destroy()
})

test('[SSRF] a connection to another address is closed before a byte is written', async () => {
  // An address in the place of a name is connected to without a lookup, so only the second look can see it.
  await expect(connect(['127.0.0.2'], '127.0.0.1')).rejects.toMatchObject({ code: 'address-forbidden' })
})

test('[SSRF] recognises a pinned IPv4 address in IPv6 form', async () => {
  const socket = await connect(['::ffff:127.0.0.1'], 'nowhere.invalid')
  expect(socket.remoteAddress).toMatch(/127\.0\.0\.1$/)
  socket.destroy()
})
