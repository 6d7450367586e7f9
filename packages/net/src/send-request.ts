import { Client } from 'undici'
import type { FetchLimits } from './limits.ts'
import { redirectLocation } from './next-hop.ts'
import type { Target } from './parse-target.ts'
import { pinnedConnector } from './pinned-connector.ts'
import { readBody } from './read-body.ts'

export interface SendOptions {
  readonly target: Target
  readonly addresses: readonly string[]
  readonly method: 'GET' | 'HEAD'
  readonly headers: Headers
  readonly signal: AbortSignal
  readonly limits: FetchLimits
  readonly certificateAuthorities: readonly string[] | undefined
}

export type Answer =
  | { readonly kind: 'redirect'; readonly location: string }
  | {
      readonly kind: 'response'
      readonly status: number
      readonly headers: Headers
      readonly body: Uint8Array
    }

/** One request over a connection of its own: nothing is kept alive that was checked for something else. */
export async function sendRequest(options: SendOptions): Promise<Answer> {
  const { target, limits } = options
  const client = new Client(target.url.origin, {
    connect: pinnedConnector({ ...options, milliseconds: limits.milliseconds }),
    headersTimeout: limits.milliseconds,
    bodyTimeout: limits.milliseconds,
    pipelining: 0,
  })
  try {
    return await exchange(client, options)
  } finally {
    await client.destroy()
  }
}

async function exchange(client: Client, options: SendOptions): Promise<Answer> {
  const { target, method, signal, limits } = options
  const {
    statusCode,
    headers: raw,
    body,
  } = await client.request({
    path: `${target.url.pathname}${target.url.search}`,
    method,
    headers: Object.fromEntries(options.headers),
    signal,
  })
  // A body that is left behind fails when its connection is destroyed; whoever reads it gets the error anyway.
  body.on('error', () => undefined)
  const headers = responseHeaders(raw)
  const location = redirectLocation(statusCode, headers)
  if (location !== undefined) return { kind: 'redirect', location }
  const bytes = method === 'HEAD' ? new Uint8Array() : await readBody(body, { headers, limits })
  return { kind: 'response', status: statusCode, headers, body: bytes }
}

function responseHeaders(raw: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(raw)) {
    // No cookie is ever kept, so none is handed on.
    if (value === undefined || name === 'set-cookie') continue
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one)
  }
  return headers
}
