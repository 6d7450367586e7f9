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
 * that closes its stream again and again cannot make the client come back faster than every few seconds, or than the
 * `retry` that it asks for.
 */
export function boundedFetch({ fetch, timer, onBroken }: BoundedFetchOptions): BoundedFetch {
  let streams = 0
  let last = Number.NEGATIVE_INFINITY
  let spacing: number = MCP_LIMITS.streamSpacing
  const onRetry = (milliseconds: number): void => {
    spacing = Math.max(MCP_LIMITS.shortestRetry, Math.min(milliseconds, MCP_LIMITS.streamSpacing))
  }
  return async (url, init) => {
    if (init?.method === 'GET') {
      streams += 1
      if (streams > MCP_LIMITS.streams) throw new Error('The server closes its streams again and again.')
      const wait = last + spacing - timer()
      last = Math.max(timer(), last + spacing)
      const { signal } = init
      if (wait > 0) await sleep(wait, undefined, signal ? { signal, ref: false } : { ref: false })
    }
    const response = await fetch(url, init)
    if (response.body === null) return response
    const { status, statusText, headers } = response
    const isStream = headers.get('content-type')?.startsWith('text/event-stream') ?? false
    const body = bounded(response.body, { onBroken, onText: isStream ? retryReader(onRetry) : undefined })
    return new Response(body, { status, statusText, headers })
  }
}

export type BoundedFetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** Finds `retry: 500` in a stream of events, however it is cut into pieces. */
function retryReader(onRetry: (milliseconds: number) => void): (bytes: Uint8Array) => void {
  const decoder = new TextDecoder()
  let line = ''
  return (bytes) => {
    for (const [index, part] of decoder
      .decode(bytes, { stream: true })
      .split(/\r\n|\n|\r/)
      .entries()) {
      if (index > 0) line = ''
      // Lines of this field are short; of others the beginning is enough to tell them apart.
      line = (line + part).slice(0, 40)
      const retry = /^retry: ?(\d{1,9})$/.exec(line)?.[1]
      if (retry !== undefined) onRetry(Number(retry))
    }
  }
}

interface BoundedOptions extends Pick<BoundedFetchOptions, 'onBroken'> {
  readonly onText: ((bytes: Uint8Array) => void) | undefined
}

function bounded(body: ReadableStream<Uint8Array>, { onBroken, onText }: BoundedOptions): ReadableStream {
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
        onText?.(value)
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
