import { createServer, type IncomingMessage, request as forward, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Gate {
  readonly url: string
  /** Holds every answer back, from its first byte on, until `open` is called. */
  readonly close: () => void
  readonly open: () => void
  readonly stop: () => Promise<void>
}

/** Stands between the product and a provider and lets answers through when the test says so: no timing decides. */
export async function startGate(target: string): Promise<Gate> {
  const { origin } = new URL(target)
  let passage = Promise.withResolvers<void>()
  passage.resolve()
  const server = createServer((incoming, outgoing) =>
    pass({ incoming, outgoing, origin, until: passage.promise }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${new URL(target).pathname}`,
    close: () => {
      passage = Promise.withResolvers<void>()
    },
    open: () => passage.resolve(),
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

interface Passing {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly origin: string
  readonly until: Promise<void>
}

function pass({ incoming, outgoing, origin, until }: Passing): void {
  const { method, headers, url = '/' } = incoming
  const onward = forward(new URL(url, origin), { method, headers }, (answer) => {
    void until.then(() => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
  })
  onward.on('error', (error) => outgoing.destroy(error))
  incoming.pipe(onward)
}
