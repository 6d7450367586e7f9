import { type NumberedEvent, untilAborted } from '@varve/app'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'

const HEARTBEAT_MILLISECONDS = 15_000
const RETRY_MILLISECONDS = 1000
/** What is handed to the socket at once. The rest waits for the reader, so that a slow one has little in memory. */
export const SLICE_BYTES = 64 * 1024

/**
 * Sends events as they come. Each write waits for the reader, and what is not yet written stays with the
 * answer itself, so a slow reader costs no memory. Leaving ends only the watching, never the answer.
 */
export function streamEvents(context: Context, events: AsyncIterable<NumberedEvent>): Response {
  // Stands in the way of proxies that would hold the stream back.
  context.header('X-Accel-Buffering', 'no')
  return streamSSE(context, async (stream) => {
    const left = new AbortController()
    stream.onAbort(() => left.abort())
    let writes = 0
    const write = async (bytes: Uint8Array | string): Promise<void> => {
      writes += 1
      await stream.write(bytes)
      writes -= 1
    }
    // A reader who has not taken the last write needs no sign of life, and would gather them. Counted, since a sign of
    // life that ends beside the first piece of an event must not let another one in between its pieces.
    const heartbeat = setInterval(() => {
      if (writes === 0) void write(': still here\n\n')
    }, HEARTBEAT_MILLISECONDS)
    try {
      await write(`retry: ${RETRY_MILLISECONDS}\n\n`)
      for await (const numbered of untilAborted(events, left.signal)) {
        await write('data: ')
        const data = dataOf(numbered)
        for (let at = 0; at < data.length && !left.signal.aborted; at += SLICE_BYTES)
          await write(data.subarray(at, at + SLICE_BYTES))
        await write(`\nid: ${positionOf(numbered)}\n\n`)
      }
    } finally {
      clearInterval(heartbeat)
    }
  })
}

const encoder = new TextEncoder()
/** The bytes of what all readers of an answer get alike: they are there once, however many read. */
const shared = new WeakMap<object, Uint8Array>()

function dataOf({ event }: NumberedEvent): Uint8Array {
  const common = 'turn' in event ? event.turn : 'steps' in event ? event.steps : undefined
  const known = common && shared.get(common)
  if (known) return known
  const bytes = encoder.encode(JSON.stringify(event))
  if (common) shared.set(common, bytes)
  return bytes
}

function positionOf({ id, reasoned = 0, stepped = 0 }: NumberedEvent): string {
  return stepped > 0 ? `${id}-${reasoned}-${stepped}` : reasoned === 0 ? `${id}` : `${id}-${reasoned}`
}
