import { lookup } from 'node:dns/promises'
import { type AddressRange, checkAddress } from './check-address.ts'
import { NetError } from './net-error.ts'
import type { Target } from './parse-target.ts'
import ipaddr from 'ipaddr.js'
import { type LookupFunction, isIP } from 'node:net'
import { getCACertificates } from 'node:tls'
import { buildConnector } from 'undici'

/** Every address of a name, in the order in which to try them. */
export type Resolver = (name: string) => Promise<readonly string[]>

/** What is asked about an address that is not public; `metadata` and `link-local` are never asked about. */
export interface AddressAndPort {
  readonly address: string
  readonly port: number
  readonly range: AddressRange
}

export interface ResolveOptions {
  readonly resolve: Resolver
  readonly allow: (target: AddressAndPort) => boolean
}

const NEVER: ReadonlySet<AddressRange> = new Set(['metadata', 'link-local', 'not-an-address'])

/** The system's resolver, as browsers use it: hosts file included. */
export const systemResolver: Resolver = async (name) =>
  (await lookup(name, { all: true, order: 'verbatim' })).map(({ address }) => address)

/**
 * Asks the resolver once and gives back the addresses to connect to. One bad address refuses the whole name:
 * an answer that mixes public and private addresses is made to be tried until the private one is taken.
 */
export async function resolveTarget(target: Target, options: ResolveOptions): Promise<readonly string[]> {
  const addresses = target.literal ? [target.host] : await ask(target.host, options.resolve)
  for (const address of addresses) {
    const range = checkAddress(address)
    if (range === 'public') continue
    if (!NEVER.has(range) && options.allow({ address, port: target.port, range })) continue
    const verb = target.literal ? 'is' : 'resolves to'
    throw new NetError(
      'address-forbidden',
      `${target.host} ${verb} ${describeRange(range)}; only public ones are fetched.`,
    )
  }
  return addresses
}

async function ask(name: string, resolve: Resolver): Promise<readonly string[]> {
  let addresses: readonly string[]
  try {
    addresses = await resolve(name)
  } catch (error) {
    throw new NetError('not-resolved', `No address was found for ${name}.`, { cause: error })
  }
  if (addresses.length === 0) throw new NetError('not-resolved', `No address was found for ${name}.`)
  return addresses
}

function describeRange(range: AddressRange): string {
  if (range === 'not-an-address') return 'something that is not an address'
  if (range === 'embedded-ipv4') return 'an IPv6 address that carries an IPv4 one'
  return `${/^[aeiou]/.test(range) ? 'an' : 'a'} ${range.replaceAll('-', ' ')} address`
}

interface PinnedConnectorOptions {
  /** Checked addresses, in the order in which to try them. */
  readonly addresses: readonly string[]
  readonly milliseconds: number
  /** PEM texts to trust beside the ones that Node trusts. */
  readonly certificateAuthorities: readonly string[] | undefined
}

/**
 * Connects only to the checked addresses: the name stays in `Host`, in SNI and in the certificate check, but
 * is never resolved again. The connected address is checked once more before the request is written.
 */
export function pinnedConnector(options: PinnedConnectorOptions): buildConnector.connector {
  const connect = buildConnector({
    lookup: pinnedLookup(options.addresses),
    autoSelectFamily: true,
    allowH2: false,
    maxCachedSessions: 0,
    timeout: options.milliseconds,
    ...trust(options.certificateAuthorities),
  })
  const pinned = new Set(options.addresses.map(canonical))
  return (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (error !== null) return callback(error, null)
      const reached = socket.remoteAddress
      if (reached !== undefined && pinned.has(canonical(reached))) return callback(null, socket)
      socket.destroy()
      const message = `The connection to ${target.hostname} ended at an address that was not checked.`
      return callback(new NetError('address-forbidden', message), null)
    })
}

function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, { all, family }, callback) => {
    if (all === true) return callback(null, entries)
    const wanted = family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : (family ?? 0)
    const entry = entries.find((candidate) => wanted === 0 || candidate.family === wanted)
    if (entry === undefined) return callback(new Error(`No checked address of family ${wanted}.`), '')
    return callback(null, entry.address, entry.family)
  }
}

function trust(extra: readonly string[] | undefined): { readonly ca?: string[] } {
  return extra === undefined ? {} : { ca: [...getCACertificates('default'), ...extra] }
}

function canonical(address: string): string {
  return ipaddr.process(address).toNormalizedString()
}
