import { type AddressRange, checkAddress } from './check-address.ts'
import { NetError } from './net-error.ts'
import { parseTarget, type Target } from './parse-target.ts'
import { type ResolveOptions, type Resolver, resolveTarget, systemResolver } from './resolve-target.ts'

export interface ProviderUrlPolicy {
  /** Addresses that the user's own configuration names: only these may lie on this machine or its network. */
  readonly named: readonly string[]
  readonly resolve?: Resolver
}

/** Where a provider is: what it is sent leaves the machine, or the network, or neither. */
export type ProviderPlace = 'this-machine' | 'local-network' | 'public'

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

export interface ResolvedProvider {
  readonly target: Target
  readonly addresses: readonly string[]
}

/** The addresses that may be connected to for this URL. Throws a `NetError` where there is none. */
export async function resolveProvider(url: string, policy: ProviderUrlPolicy): Promise<ResolvedProvider> {
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
