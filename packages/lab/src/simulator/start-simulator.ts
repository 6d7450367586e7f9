import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Simulation } from './server/simulation.ts'
import type { Incoming } from './server/incoming.ts'
import { jsonOutcome, type Outcome } from './server/outcome.ts'
import type { RequestOutcome, Simulator, SimulatorOptions } from './simulator.ts'
import type { Frame, StreamFormat } from './dialect/dialect.ts'

const CONTENT_TYPES: Readonly<Record<StreamFormat, string>> = {
  sse: 'text/event-stream; charset=utf-8',
  ndjson: 'application/x-ndjson',
  array: 'application/json; charset=utf-8',
}

/** More than any provider takes. */
const MAXIMUM_BYTES = 64 * 1024 * 1024

/** Starts a server that speaks all protocols, by default on loopback and a free port. */
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

/** Reports a fault of the simulator itself. A client that disconnected can't be told anything. */
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

/** Writes an outcome to a socket, and says what became of it. */
async function writeOutcome(outcome: Outcome, response: ServerResponse): Promise<RequestOutcome> {
  const closed = new Promise<void>((resolve) => {
    response.once('close', resolve)
  })
  switch (outcome.kind) {
    case 'drop':
      response.destroy()
      return 'dropped'
    case 'silence':
      await closed
      return 'aborted'
    case 'json':
      return writeJson(outcome, response, closed)
    case 'stream':
      return writeStream(outcome, response, closed)
    default:
      return outcome satisfies never
  }
}

type Closed = Promise<void>

async function writeJson(
  { status, body, headers, pauseMilliseconds, isCut }: Extract<Outcome, { kind: 'json' }>,
  response: ServerResponse,
  closed: Closed,
): Promise<RequestOutcome> {
  await pause(pauseMilliseconds, closed)
  if (response.destroyed) return 'aborted'
  const bytes = Buffer.from(JSON.stringify(body))
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
    ...headers,
  })
  if (isCut) {
    await written(response, bytes.subarray(0, bytes.length >> 1))
    response.destroy()
    return 'cut'
  }
  response.end(bytes)
  await closed
  if (!response.writableFinished) return 'aborted'
  return status < 400 ? 'answered' : 'rejected'
}

async function writeStream(
  { format, frames, pauseMilliseconds, isCut, isSilent }: Extract<Outcome, { kind: 'stream' }>,
  response: ServerResponse,
  closed: Closed,
): Promise<RequestOutcome> {
  response.writeHead(200, { 'content-type': CONTENT_TYPES[format], 'cache-control': 'no-cache' })
  response.flushHeaders()
  for (const [index, frame] of frames.entries()) {
    await pause(pauseMilliseconds, closed)
    if (response.destroyed) return 'aborted'
    await Promise.race([written(response, encodeFrame(frame, format, index)), closed])
  }
  if (isSilent) await closed
  if (response.destroyed) return 'aborted'
  if (isCut) {
    response.destroy()
    return 'cut'
  }
  response.end(format === 'array' ? ']' : '')
  await closed
  return response.writableFinished ? 'answered' : 'aborted'
}

function encodeFrame({ event, data }: Frame, format: StreamFormat, index: number): string {
  const json = typeof data === 'string' ? data : JSON.stringify(data)
  switch (format) {
    case 'sse':
      return `${event === undefined ? '' : `event: ${event}\n`}data: ${json}\n\n`
    case 'ndjson':
      return `${json}\n`
    case 'array':
      return `${index === 0 ? '[' : ',\n'}${json}`
    default:
      return format satisfies never
  }
}

/** Resolves once the socket has taken the bytes, so that a slow reader slows the model down. */
function written(response: ServerResponse, bytes: string | Buffer): Promise<void> {
  return new Promise((resolve) => {
    response.write(bytes, () => {
      resolve()
    })
  })
}

/** A pause that ends early if the client disconnects. */
async function pause(milliseconds: number, closed: Closed): Promise<void> {
  if (milliseconds <= 0) return
  let timer: NodeJS.Timeout | undefined
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([elapsed, closed])
  clearTimeout(timer)
}
