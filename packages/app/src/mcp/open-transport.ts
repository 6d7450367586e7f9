import { setTimeout as sleep } from 'node:timers/promises'
import { createProviderFetch } from '@varve/net'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import type { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { AppError } from '../app-error.ts'
import type { McpEntry } from '../tools/mcp-entry.ts'
import { MCP_LIMITS } from './mcp-limits.ts'
import { isNamedLocal } from './server-place.ts'

export interface TransportOptions {
  readonly entry: McpEntry
  /** Where a program is started. */
  readonly cwd: string
  /** Allowed values of `${VARVE_MCP_…}`. */
  readonly environment: McpEnvironment
  readonly timer: () => number
  /** What a program says beside the protocol, as it comes. */
  readonly onErrorOutput: (text: string) => void
  readonly onBroken: (reason: string) => void
  /** How it comes in to a server that wants its users to sign in. */
  readonly signIn?: OAuthClientProvider | undefined
}

export type McpEnvironment = { readonly [name: string]: string | undefined }

/** The way to a server. Nothing is started or connected yet. The client is loaded by those who use one. */
export async function openTransport(
  options: TransportOptions,
): Promise<StdioClientTransport | StreamableHTTPClientTransport> {
  const { entry } = options
  switch (entry.kind) {
    case 'stdio':
      return openProgram(entry, options)
    case 'http':
      return openAddress(entry, options)
    default:
      return entry satisfies never
  }
}

type Entry<Kind extends McpEntry['kind']> = Extract<McpEntry, { readonly kind: Kind }>

/**
 * A program gets the few variables that the client hands on by itself (`PATH`, `HOME` and the like) and those of its
 * entry; nothing else of what Varve was started with, which holds the keys of providers.
 */
async function openProgram(
  { command, args, env }: Entry<'stdio'>,
  { cwd, environment, onErrorOutput }: TransportOptions,
): Promise<StdioClientTransport> {
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js')
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: filledIn(env, environment),
    cwd,
    // Never inherited: its output would mix with Varve's own.
    stderr: 'pipe',
    maxBufferSize: MCP_LIMITS.messageBytes,
  })
  transport.stderr?.on('data', (chunk: Buffer) => onErrorOutput(chunk.toString('utf8')))
  return transport
}

/**
 * Every connection is resolved, checked and pinned by the guarded way out. It reaches nothing of this machine or its
 * network, unless the entry names such an address itself: many servers run on the user's own machine, the entry is
 * trusted as it is, and only its own origin is opened by that.
 */
async function openAddress(
  entry: Entry<'http'>,
  { environment, timer, onBroken, signIn }: TransportOptions,
): Promise<StreamableHTTPClientTransport> {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
  const isLocal = isNamedLocal(entry)
  if (!isLocal && !entry.url.toLowerCase().startsWith('https://'))
    throw new AppError('mcp-failed', 'A server that is not on your own machine or network needs https://.')
  const fetch = createProviderFetch({ named: isLocal ? [entry.url] : [] })
  return new StreamableHTTPClientTransport(new URL(entry.url), {
    fetch: boundedFetch({ fetch, timer, onBroken }),
    requestInit: { headers: filledIn(entry.headers, environment) },
    ...(signIn ? { authProvider: signIn } : {}),
  })
}

/** Only variables that are called after this may be named: no entry can ask for the key of a provider. */
const NAMED = /\$\{(VARVE_MCP_[A-Z0-9_]{1,100})\}/g

function filledIn(
  values: Readonly<Record<string, string>>,
  environment: McpEnvironment,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value.replace(NAMED, (_, variable: string) => {
        const found = environment[variable]
        if (found === undefined) throw new AppError('mcp-failed', `The variable ${variable} is not set.`)
        return found
      }),
    ]),
  )
}

interface BoundedFetchOptions {
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

type BoundedFetch = (url: string | URL, init?: RequestInit) => Promise<Response>

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
