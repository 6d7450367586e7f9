import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as send,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebFetch, WebRequest, WebResponse } from '../web-dependencies.ts'

export interface Reply {
  readonly status?: number
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string | Uint8Array
}

export interface SeenRequest {
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

export interface TestWeb {
  /** Every host is this server; redirects are followed. */
  readonly fetch: WebFetch
  readonly seen: SeenRequest[]
  readonly close: () => Promise<void>
}

/** A real server on loopback that plays the whole web. */
export async function startWeb(answer: (request: SeenRequest) => Reply): Promise<TestWeb> {
  const seen: SeenRequest[] = []
  const server = createServer((incoming, response) => {
    const request = { url: `http://${incoming.headers.host}${incoming.url}`, headers: incoming.headers }
    seen.push(request)
    const { status = 200, headers = {}, body = '' } = answer(request)
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    fetch: (url, request) => follow(url, port, request),
    seen,
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections()
        server.close((error) => (error ? reject(error) : resolve()))
      }),
  }
}

async function follow(url: string, port: number, request: WebRequest = {}): Promise<WebResponse> {
  const incoming = await ask(new URL(url), port, request)
  const { location } = incoming.headers
  if (location !== undefined) {
    incoming.resume()
    return follow(new URL(location, url).href, port, request)
  }
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value))
  return { status: incoming.statusCode ?? 0, headers, url, body: new Uint8Array(Buffer.concat(chunks)) }
}

function ask(url: URL, port: number, { headers, accept, signal }: WebRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = send(
      {
        host: '127.0.0.1',
        port,
        path: `${url.pathname}${url.search}`,
        headers: { ...headers, host: url.host, ...(accept === undefined ? {} : { accept }) },
        ...(signal === undefined ? {} : { signal }),
      },
      resolve,
    )
    outgoing.on('error', reject)
    outgoing.end()
  })
}
