import type { NumberedEvent } from '@varve/app'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'

const HEARTBEAT_MILLISECONDS = 15_000
const RETRY_MILLISECONDS = 1000

/**
 * Sends events as they come. Each write waits for the reader, and what is not yet written stays with the
 * answer itself, so a slow reader costs no memory. Leaving ends only the watching, never the answer.
 */
export function streamEvents(context: Context, events: AsyncIterable<NumberedEvent>): Response {
  // Stands in the way of proxies that would hold the stream back.
  context.header('X-Accel-Buffering', 'no')
  return streamSSE(context, async (stream) => {
    const iterator = events[Symbol.asyncIterator]()
    const left = Promise.withResolvers<undefined>()
    stream.onAbort(() => left.resolve(undefined))
    const heartbeat = setInterval(() => void stream.write(': still here\n\n'), HEARTBEAT_MILLISECONDS)
    try {
      await stream.write(`retry: ${RETRY_MILLISECONDS}\n\n`)
      for (;;) {
        const next = await Promise.race([iterator.next(), left.promise])
        if (!next || next.done) return
        const { id, reasoned = 0, stepped = 0, event } = next.value
        const position =
          stepped > 0 ? `${id}-${reasoned}-${stepped}` : reasoned === 0 ? `${id}` : `${id}-${reasoned}`
        await stream.writeSSE({ id: position, data: JSON.stringify(event) })
      }
    } finally {
      clearInterval(heartbeat)
    }
  })
}
