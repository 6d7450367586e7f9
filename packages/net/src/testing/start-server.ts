import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Certificate } from './self-signed-certificate.ts'

export interface TestServer {
  readonly port: number
  /** Connections that were opened, whether or not anything was asked over them. */
  readonly connections: () => number
  readonly close: () => Promise<void>
}

export interface StartServerOptions {
  readonly host?: string
  readonly port?: number
  readonly certificate?: Certificate
}

/** A real server on loopback. */
export function startServer(
  listener: RequestListener,
  options: StartServerOptions = {},
): Promise<TestServer> {
  const { host = '127.0.0.1', port = 0, certificate } = options
  const server: Server =
    certificate === undefined ? createServer(listener) : createSecureServer({ ...certificate }, listener)
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        connections: () => connections,
        close: () => closeServer(server),
      }),
    )
  })
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)))
  })
}
