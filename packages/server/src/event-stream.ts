import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { SECURITY_HEADERS } from './access/security-headers.ts'
import { streamLines } from './stream-lines.ts'

/** How much is written to the socket at once. The rest waits for the reader, so that a slow one uses little memory. */
export const SLICE_BYTES = 64 * 1024

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  // Stands in the way of proxies that would hold the stream back.
  'x-accel-buffering': 'no',
}

export interface EventStreamOptions {
  /** Sent during silence, so that both ends notice a broken connection. */
  readonly heartbeat: { readonly text: string; readonly milliseconds: number }
  /** Sent besides the standard headers. */
  readonly headers?: Readonly<Record<string, string>>
  /** Called when the reader disconnects. */
  readonly onLeave?: () => void
  /** For an error that the response can no longer say: it breaks off, and the reader comes back. */
  readonly report: (message: string) => void
}

/**
 * Sends server-sent events, straight to the response of the socket: a web stream in between costs more than all the
 * rest. Each write waits for the reader.
 */
export function sendEvents(
  context: Context,
  events: AsyncIterable<string | Uint8Array>,
  options: EventStreamOptions,
): Response {
  const { outgoing: response } = (context.env ?? {}) as { readonly outgoing?: ServerResponse }
  // Without a socket, as in a test, the body is a web stream after all.
  const own = { ...HEADERS, ...options.headers }
  if (!response) return context.body(streamLines(events, options.report), 200, own)
  // What comes after the head ends with the connection: chunks would be three writes for each event.
  response.removeHeader('transfer-encoding')
  response.writeHead(200, { ...Object.fromEntries(SECURITY_HEADERS), ...own, connection: 'close' })
  response.flushHeaders()
  void writeAll(response, events, options)
  return RESPONSE_ALREADY_SENT
}

async function writeAll(
  response: ServerResponse,
  events: AsyncIterable<string | Uint8Array>,
  { heartbeat, onLeave, report }: EventStreamOptions,
): Promise<void> {
  let isIdle = true
  const timer = setInterval(() => {
    // A reader who has not taken the last write needs no sign of life, and would gather them.
    if (isIdle && response.writableLength === 0) response.write(heartbeat.text)
  }, heartbeat.milliseconds)
  response.once('close', () => {
    clearInterval(timer)
    onLeave?.()
  })
  try {
    for await (const event of events) {
      isIdle = false
      for (const slice of slicesOf(event)) {
        if (response.destroyed) return
        if (!response.write(slice)) await drained(response)
      }
      isIdle = true
    }
    response.end()
  } catch (error) {
    report(error instanceof Error ? (error.stack ?? error.message) : String(error))
    response.destroy()
  }
}

function* slicesOf(event: string | Uint8Array): Generator<string | Uint8Array> {
  if (typeof event === 'string') yield event
  else for (let at = 0; at < event.length; at += SLICE_BYTES) yield event.subarray(at, at + SLICE_BYTES)
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })
}
