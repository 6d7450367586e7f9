import type { ServerResponse } from 'node:http'
import type { Frame, StreamFormat } from '../dialect/dialect.ts'
import type { RequestOutcome } from '../simulator.ts'
import type { Outcome } from './outcome.ts'

const CONTENT_TYPES: Readonly<Record<StreamFormat, string>> = {
  sse: 'text/event-stream; charset=utf-8',
  ndjson: 'application/x-ndjson',
  array: 'application/json; charset=utf-8',
}

/** Writes an outcome to a socket, and says what became of it. */
export async function writeOutcome(outcome: Outcome, response: ServerResponse): Promise<RequestOutcome> {
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

/** Resolves when the bytes have been handed to the socket: a reader that is slow makes the model slow. */
function written(response: ServerResponse, bytes: string | Buffer): Promise<void> {
  return new Promise((resolve) => {
    response.write(bytes, () => {
      resolve()
    })
  })
}

/** A pause that ends when the client has gone. */
async function pause(milliseconds: number, closed: Closed): Promise<void> {
  if (milliseconds <= 0) return
  let timer: NodeJS.Timeout | undefined
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([elapsed, closed])
  clearTimeout(timer)
}
