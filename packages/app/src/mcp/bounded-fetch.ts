import { setTimeout as sleep } from 'node:timers/promises'
import { MCP_LIMITS } from './mcp-limits.ts'

export interface BoundedFetchOptions {
  readonly fetch: typeof globalThis.fetch
  readonly timer: () => number
  /** An answer was broken off, by the server or because it was too long. */
  readonly onBroken: (reason: string) => void
}

/**
 * A fetch for the transport over HTTP, which has no limits of its own: an answer ends at so many bytes, and a server
 * that closes its stream again and again cannot make the client come back faster than every few seconds.
 */
export function boundedFetch({ fetch, timer, onBroken }: BoundedFetchOptions): BoundedFetch {
  let streams = 0
  let last = Number.NEGATIVE_INFINITY
  return async (url, init) => {
    if (init?.method === 'GET') {
      streams += 1
      if (streams > MCP_LIMITS.streams) throw new Error('The server closes its streams again and again.')
      const wait = last + MCP_LIMITS.streamSpacing - timer()
      last = Math.max(timer(), last + MCP_LIMITS.streamSpacing)
      const { signal } = init
      if (wait > 0) await sleep(wait, undefined, signal ? { signal, ref: false } : { ref: false })
    }
    const response = await fetch(url, init)
    if (response.body === null) return response
    const { status, statusText, headers } = response
    return new Response(bounded(response.body, onBroken), { status, statusText, headers })
  }
}

export type BoundedFetch = (url: string | URL, init?: RequestInit) => Promise<Response>

function bounded(body: ReadableStream<Uint8Array>, onBroken: (reason: string) => void): ReadableStream {
  const reader = body.getReader()
  let bytes = 0
  let isLeft = false
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read()
        if (isLeft) return
        if (done) return controller.close()
        bytes += value.byteLength
        if (bytes > MCP_LIMITS.messageBytes)
          throw new Error(`The server said more than ${MCP_LIMITS.messageBytes} bytes at once.`)
        controller.enqueue(value)
      } catch (error) {
        if (isLeft) return
        controller.error(error)
        onBroken(error instanceof Error ? error.message : String(error))
        await reader.cancel(error).catch(() => undefined)
      }
    },
    cancel: (reason) => {
      isLeft = true
      return reader.cancel(reason)
    },
  })
}
