import { Agent, type buildConnector, fetch as undiciFetch, type RequestInit as UndiciInit } from 'undici'
import { type ProviderUrlPolicy, resolveProvider } from './check-provider-url.ts'
import { NetError } from './net-error.ts'
import { pinnedConnector } from './pinned-connector.ts'

export interface ProviderFetchOptions extends ProviderUrlPolicy {
  readonly connectMilliseconds?: number
  /** PEM texts to trust beside the ones that Node trusts. */
  readonly certificateAuthorities?: readonly string[]
}

/**
 * A `fetch` for calls to providers: bodies, streams and keys as usual, but each new connection is resolved,
 * checked by the policy and pinned. Redirects are handed back, not followed: a key goes to one host only.
 */
export function createProviderFetch(options: ProviderFetchOptions): typeof globalThis.fetch {
  const agent = new Agent({ connect: checkedConnector(options), headersTimeout: 0, bodyTimeout: 0 })
  return async (input, init) => {
    if (typeof input !== 'string' && !(input instanceof URL))
      throw new NetError('invalid-url', 'A provider is called by its address, not by a Request.')
    const settings = { ...init, redirect: 'manual', dispatcher: agent } as unknown as UndiciInit
    const response: unknown = await undiciFetch(input, settings).catch((error: unknown) => {
      // `fetch` hides what the connector said one level down.
      throw error instanceof Error && error.cause instanceof NetError ? error.cause : error
    })
    return response as Response
  }
}

function checkedConnector(options: ProviderFetchOptions): buildConnector.connector {
  const milliseconds = options.connectMilliseconds ?? 10_000
  const { certificateAuthorities } = options
  return (target, callback) => {
    const { protocol, hostname, port } = target
    const host = hostname.includes(':') ? `[${hostname.replace(/^\[|\]$/g, '')}]` : hostname
    resolveProvider(`${protocol}//${host}${port === '' ? '' : `:${port}`}`, options).then(
      ({ addresses }) =>
        pinnedConnector({ addresses, milliseconds, certificateAuthorities })(target, callback),
      (error: Error) => callback(error, null),
    )
  }
}
