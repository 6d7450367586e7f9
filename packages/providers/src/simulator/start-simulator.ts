import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Simulation } from './server/simulation.ts'
import type { Incoming } from './server/incoming.ts'
import { jsonOutcome } from './server/outcome.ts'
import { writeOutcome } from './server/write-outcome.ts'
import type { Simulator, SimulatorOptions } from './simulator.ts'

/** More than any provider takes. */
const MAXIMUM_BYTES = 64 * 1024 * 1024

/** Starts a server that speaks all protocols; on loopback and on a free port unless told otherwise. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const simulation = new Simulation(options)
  const server = createServer((request, response) => {
    serve(simulation, request, response).catch((error: unknown) => {
      reportFailure(error, request, response)
    })
  })
  const hostname = options.hostname ?? '127.0.0.1'
  server.listen(options.port ?? 0, hostname)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  return {
    url: `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`,
    requests: simulation.log.requests,
    play: (...scenarios) => {
      simulation.play(scenarios)
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function serve(
  simulation: Simulation,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const bytes = await readBytes(request)
  if (bytes === undefined) {
    await writeOutcome(jsonOutcome(413, { error: { message: 'The request is too large.' } }), response)
    return
  }
  const { outcome, record } = await simulation.handle(incomingOf(request, bytes))
  record.status = outcome.kind === 'json' ? outcome.status : outcome.kind === 'stream' ? 200 : 0
  record.outcome = await writeOutcome(outcome, response)
}

/** A fault of the simulator itself is told; a client that went away while it was sending can be told nothing. */
function reportFailure(error: unknown, request: IncomingMessage, response: ServerResponse): void {
  if (!request.complete || response.headersSent) {
    response.destroy()
    return
  }
  const message = `The simulator failed: ${error instanceof Error ? error.message : String(error)}`
  response.writeHead(500, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { message } }))
}

async function readBytes(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > MAXIMUM_BYTES) return undefined
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

function incomingOf(request: IncomingMessage, bytes: Buffer): Incoming {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
  )
  return {
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', 'http://simulator.invalid'),
    headers: Object.fromEntries(headers),
    bodyText: bytes.toString('utf8'),
  }
}
