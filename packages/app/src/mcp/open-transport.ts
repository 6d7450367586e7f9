import { createProviderFetch } from '@varve/net'
import type { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { AppError } from '../app-error.ts'
import { boundedFetch } from './bounded-fetch.ts'
import type { McpEntry } from './mcp-entry.ts'
import { MCP_LIMITS } from './mcp-limits.ts'
import { isNamedLocal } from './server-place.ts'

export interface TransportOptions {
  readonly entry: McpEntry
  /** Where a program is started. */
  readonly cwd: string
  /** What `${VARVE_MCP_…}` may stand for. */
  readonly environment: McpEnvironment
  readonly timer: () => number
  /** What a program says beside the protocol, as it comes. */
  readonly onErrorOutput: (text: string) => void
  readonly onBroken: (reason: string) => void
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
    // Never inherited: what it says would stand among Varve's own words.
    stderr: 'pipe',
    maxBufferSize: MCP_LIMITS.messageBytes,
  })
  transport.stderr?.on('data', (chunk: Buffer) => onErrorOutput(chunk.toString('utf8')))
  return transport
}

/**
 * Every connection is resolved, checked and pinned by the guarded way out. It reaches nothing of this machine or its
 * network, unless the entry names such an address itself: many servers run on the user's own machine, the entry is
 * trusted as it stands, and only its own origin is opened by that.
 */
async function openAddress(
  entry: Entry<'http'>,
  { environment, timer, onBroken }: TransportOptions,
): Promise<StreamableHTTPClientTransport> {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
  const isLocal = isNamedLocal(entry)
  if (!isLocal && !entry.url.toLowerCase().startsWith('https://'))
    throw new AppError('mcp-failed', 'A server that is not on your own machine or network needs https://.')
  const fetch = createProviderFetch({ named: isLocal ? [entry.url] : [] })
  return new StreamableHTTPClientTransport(new URL(entry.url), {
    fetch: boundedFetch({ fetch, timer, onBroken }),
    requestInit: { headers: filledIn(entry.headers, environment) },
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
