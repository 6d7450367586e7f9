import { lookup } from 'node:dns/promises'
import { type AddressRange, checkAddress } from './check-address.ts'
import { NetError } from './net-error.ts'
import type { Target } from './parse-target.ts'

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
