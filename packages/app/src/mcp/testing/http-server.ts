import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { sampleServer } from './sample-server.ts'

export interface HttpServer {
  readonly url: string
  /** The headers of each request, in order. */
  readonly requests: readonly IncomingMessage['headers'][]
  readonly close: () => Promise<void>
}

/** Answers a request by itself, and says so by `true`. */
export type Doorkeeper = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

/** A real server that speaks MCP over streamable HTTP, with a session for each client. */
export async function startHttpServer(doorkeeper?: Doorkeeper): Promise<HttpServer> {
  const sessions = new Map<string, StreamableHTTPServerTransport>()
  const requests: IncomingMessage['headers'][] = []
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => void serve(request, response))
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (await doorkeeper?.(request, response)) return
    requests.push(request.headers)
    const session = String(request.headers['mcp-session-id'] ?? '')
    const known = sessions.get(session)
    if (known) {
      void known.handleRequest(request, response)
      return
    }
    if (session !== '') {
      response.writeHead(404).end('no such session')
      return
    }
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    })
    const crash = (): void => {
      sessions.clear()
      for (const socket of sockets) socket.destroy()
    }
    void sampleServer({ crash })
      .connect(transport)
      .then(() => transport.handleRequest(request, response))
  }
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    requests,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
