import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly bodyText: string
  /** Settles when the other side disconnects. */
  readonly closed: Promise<void>
}

/** What the server does with one request. */
export interface ScriptedReply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly chunks: readonly string[]
  /** What follows the chunks: the end, silence, or a broken connection. */
  readonly after?: 'end' | 'silence' | 'break'
}

/** A real HTTP server on loopback that answers its requests in the order of a script. */
export class ScriptedServer {
  readonly received: ReceivedRequest[] = []
  readonly #server: Server
  readonly #replies: ScriptedReply[]

  private constructor(replies: readonly ScriptedReply[]) {
    this.#replies = [...replies]
    this.#server = createServer((request, response) => {
      void this.#answer(request, response)
    })
  }

  static async start(replies: readonly ScriptedReply[]): Promise<ScriptedServer> {
    const scripted = new ScriptedServer(replies)
    await new Promise<void>((resolve) => {
      scripted.#server.listen(0, '127.0.0.1', resolve)
    })
    return scripted
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const closed = new Promise<void>((resolve) => {
      response.once('close', resolve)
    })
    const bodyText = Buffer.concat(pieces).toString('utf8')
    this.received.push({ path: request.url ?? '', headers: request.headers, bodyText, closed })
    const reply = this.#replies.shift() ?? { status: 599, chunks: ['{"error":{"message":"script is over"}}'] }
    response.writeHead(reply.status ?? 200, { ...reply.headers })
    for (const chunk of reply.chunks) response.write(chunk)
    if (reply.after === 'break') setImmediate(() => response.destroy())
    else if (reply.after !== 'silence') response.end()
  }
}
