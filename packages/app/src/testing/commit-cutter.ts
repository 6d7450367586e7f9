import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'

export interface CommitCutter {
  /** The database behind it, at another address. */
  readonly url: string
  /** How often a connection was cut. */
  readonly cuts: () => number
  readonly close: () => Promise<void>
}

export interface CutterOptions {
  readonly url: string
  /** What is in the statements of the transaction that is cut, once, when it commits. */
  readonly mark: string
  /** Whether the server still hears of the commit. */
  readonly isHeard: boolean
}

const COMMIT = Buffer.from('commit\0')

/** Stands between a program and its PostgreSQL, and cuts one connection while it commits. */
export async function startCommitCutter({ url, mark, isHeard }: CutterOptions): Promise<CommitCutter> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let cuts = 0
  const server = createServer((client) => {
    const database = connect(Number(port), hostname)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
    }
    let isMarked = false
    client.on('data', (data: Buffer) => {
      isMarked ||= data.includes(mark)
      if (cuts === 0 && isMarked && data.includes(COMMIT)) {
        cuts += 1
        if (isHeard) database.end(data)
        else database.destroy()
        client.destroy()
      } else database.write(data)
    })
    client.on('close', () => database.end())
    database.on('data', (data) => client.write(data))
    database.on('close', () => client.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const between = new URL(url)
  between.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: between.href,
    cuts: () => cuts,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
