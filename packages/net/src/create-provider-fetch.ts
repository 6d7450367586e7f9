import { Agent, type buildConnector, fetch as undiciFetch, type RequestInit as UndiciInit } from 'undici'
import { NetError } from './net-error.ts'
import {
  pinnedConnector,
  type ResolveOptions,
  type Resolver,
  resolveTarget,
  systemResolver,
} from './resolve-target.ts'
import { type AddressRange, checkAddress } from './check-address.ts'
import { parseTarget, type Target } from './parse-target.ts'

export interface ProviderFetchOptions extends ProviderUrlPolicy {
  readonly connectMilliseconds?: number
  /** PEM texts to trust beside the ones that Node trusts. */
  readonly certificateAuthorities?: readonly string[]
}

/**
 * A `fetch` for calls to providers: bodies, streams and keys as usual, but each new connection is resolved,
 * checked by the policy and pinned. Redirects are returned, not followed: a key goes to one host only.
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

/** A `fetch` without the time-outs of five minutes that Node's own has: how long to wait is for the caller to say. */
export function createPlainFetch(): typeof globalThis.fetch {
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
  return async (input, init) => {
    const target = input instanceof Request ? input.url : input
    const response: unknown = await undiciFetch(target, { ...init, dispatcher } as unknown as UndiciInit)
    return response as Response
  }
}

export interface ProviderUrlPolicy {
  /** Addresses that the user's own configuration names: only these may be on this machine or its network. */
  readonly named: readonly string[]
  readonly resolve?: Resolver
}

/** Where a provider is: what it is sent leaves the machine, or the network, or neither. */
type ProviderPlace = 'this-machine' | 'local-network' | 'public'

export type ProviderUrlVerdict =
  | { readonly kind: 'allowed'; readonly url: string; readonly place: ProviderPlace }
  | { readonly kind: 'refused'; readonly error: NetError }

/** What a name in the configuration can open; metadata services and link-local addresses are in no list. */
const NAMEABLE: ReadonlySet<AddressRange> = new Set(['loopback', 'private', 'carrier-grade-nat'])

/** Whether a provider may be reached at this address. A verdict of now: `createProviderFetch` holds to it later. */
export async function checkProviderUrl(url: string, policy: ProviderUrlPolicy): Promise<ProviderUrlVerdict> {
  try {
    const { target, addresses } = await resolveProvider(url, policy)
    return { kind: 'allowed', url: target.url.href, place: placeOf(addresses) }
  } catch (error) {
    if (error instanceof NetError) return { kind: 'refused', error }
    throw error
  }
}

interface ResolvedProvider {
  readonly target: Target
  readonly addresses: readonly string[]
}

/** The addresses that may be connected to for this URL. Throws a `NetError` where there is none. */
async function resolveProvider(url: string, policy: ProviderUrlPolicy): Promise<ResolvedProvider> {
  const named = policy.named.some((one) => isSameOrigin(one, url))
  const target = parseTarget(url, named ? 'allowed' : 'refused')
  const options: ResolveOptions = {
    resolve: policy.resolve ?? systemResolver,
    allow: ({ range }) => named && NAMEABLE.has(range),
  }
  return { target, addresses: await resolveTarget(target, options) }
}

function isSameOrigin(one: string, other: string): boolean {
  const origin = URL.parse(one)?.origin
  return origin !== undefined && origin !== 'null' && origin === URL.parse(other)?.origin
}

/** The farthest of the addresses, so that nothing is taken for local that may leave. */
function placeOf(addresses: readonly string[]): ProviderPlace {
  const ranges = addresses.map(checkAddress)
  if (ranges.includes('public')) return 'public'
  return ranges.every((range) => range === 'loopback') ? 'this-machine' : 'local-network'
}
