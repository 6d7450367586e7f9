import { type Server, createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createServer, type ServerOptions } from './create-server.ts'
import { type Place, Reach } from './access/reach.ts'
import { Sessions, signInUrl } from './access/session.ts'
import { ServerError } from './server-error.ts'

export interface ListenOptions extends Omit<ServerOptions, 'port' | 'sessions'> {
  /** The first port to try; the next free one is taken when it is busy. 0 for any. */
  readonly port: number
  /** In place of the usual time after which a reader who takes nothing is cut off. */
  readonly stuckMilliseconds?: number
  /** The workspace that the link opens; the page's own choice without one. */
  readonly opens?: string | undefined
  /** The file of browsers that are known after a restart; without it, none is. */
  readonly browsers?: string
}

export interface Listening {
  readonly port: number
  /** For programs on this machine. */
  readonly address: string
  /** Signs in one browser, once. */
  readonly url: string
  /** For programs of this user: opens the API as a bearer token, until this run ends. */
  readonly key: string
  readonly close: () => Promise<void>
}

const ATTEMPTS = 50
/** How long a reader may leave what was sent to them untouched. Then they are cut off, and resume where they were. */
const STUCK_MILLISECONDS = 30_000

/** Listens, on this machine only unless a `reach` says more, for browsers that have signed in and programs that have the key. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const reach = options.reach ?? new Reach()
  const sessions = new Sessions(Date.now, options.browsers, reach.password)
  const http = createHttpServer()
  cutStuckReaders(http, options.stuckMilliseconds ?? STUCK_MILLISECONDS)
  const port = await bind(http, options.port, reach)
  const server = createServer({ ...options, reach, port, sessions })
  http.on('request', getRequestListener(server.fetch))
  return {
    port,
    address: reach.localAddress(port),
    url: signInUrl(sessions, reach.places(port)[0] as Place, options.opens),
    key: sessions.key,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        // Streams of events would otherwise be waited for.
        http.closeAllConnections()
      }),
  }
}

/** Node counts from the last byte that moved. A request that merely takes long has nothing to send, and stays. */
function cutStuckReaders(http: Server, milliseconds: number): void {
  http.setTimeout(milliseconds, (socket) => {
    if (socket.writableLength > 0) socket.destroy()
    else socket.setTimeout(milliseconds)
  })
}

async function bind(http: Server, first: number, { host, isLocal }: Reach): Promise<number> {
  // Proxies and other machines have this port written down.
  const attempts = isLocal ? ATTEMPTS : 1
  for (let port = first; port < first + attempts && port < 65_536; port += 1) {
    const bound = await tryPort(http, port, host)
    if (bound !== undefined) return bound
  }
  if (attempts === 1) throw new ServerError('port-taken', `Port ${first} is taken.`)
  throw new ServerError('port-taken', `No port from ${first} to ${first + ATTEMPTS - 1} is free.`)
}

function tryPort(http: Server, port: number, host: string): Promise<number | undefined> {
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
    http.listen(port, host)
  })
}
