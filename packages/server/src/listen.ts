import { randomBytes } from 'node:crypto'
import { type Server, createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createServer, type ServerOptions } from './create-server.ts'
import { ServerError } from './server-error.ts'

export interface ListenOptions extends Omit<ServerOptions, 'port' | 'token'> {
  /** The first port to try; the next free one is taken when it is busy. 0 for any. */
  readonly port: number
}

export interface Listening {
  readonly port: number
  /** With the token of this run. */
  readonly url: string
  readonly close: () => Promise<void>
}

const ATTEMPTS = 50

/** Listens on this machine only, and for whoever has the address with the token of this run. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const token = randomBytes(24).toString('base64url')
  const http = createHttpServer()
  const port = await bind(http, options.port)
  const server = createServer({ ...options, port, token })
  http.on('request', getRequestListener(server.fetch))
  return {
    port,
    url: `http://127.0.0.1:${port}/?token=${token}`,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        // Streams of events would otherwise be waited for.
        http.closeAllConnections()
      }),
  }
}

async function bind(http: Server, first: number): Promise<number> {
  for (let port = first; port < first + ATTEMPTS && port < 65_536; port += 1) {
    const bound = await tryPort(http, port)
    if (bound !== undefined) return bound
  }
  throw new ServerError('port-taken', `No port from ${first} to ${first + ATTEMPTS - 1} is free.`)
}

function tryPort(http: Server, port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error): void => {
      http.off('listening', onListening)
      if ('code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')) resolve(undefined)
      else reject(error)
    }
    const onListening = (): void => {
      http.off('error', onError)
      resolve((http.address() as AddressInfo).port)
    }
    http.once('error', onError)
    http.once('listening', onListening)
    http.listen(port, '127.0.0.1')
  })
}
