import { isIP } from 'node:net'
import { FORBIDDEN_PORTS } from './forbidden-ports.ts'
import { NetError } from './net-error.ts'

/** A URL that has passed every check that needs no network. */
export interface Target {
  readonly url: URL
  /** Without brackets and without a trailing dot. */
  readonly host: string
  readonly port: number
  /** Whether `host` is an address, which needs no resolver. */
  readonly literal: boolean
}

const LONGEST_URL = 16_384
const LOCAL_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'lan',
  'home.arpa',
] as const
/** Where clouds give a machine its credentials. Refused by name too, since not every one has a local suffix. */
const METADATA_NAMES: ReadonlySet<string> = new Set([
  'metadata',
  'metadata.goog',
  'metadata.google.internal',
  'metadata.azure.com',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'instance-data',
  'instance-data.ec2.internal',
])

/**
 * Reads a URL as browsers do, so that every spelling of an address (decimal, octal, hexadecimal, short,
 * full-width) is one address before it is looked at. Throws a `NetError`.
 */
export function parseTarget(input: string, localNames: 'refused' | 'allowed' = 'refused'): Target {
  if (input.length > LONGEST_URL)
    throw new NetError(
      'invalid-url',
      `The address has ${input.length} characters; ${LONGEST_URL} is the limit.`,
    )
  const url = URL.parse(input)
  if (url === null) throw new NetError('invalid-url', 'This is not a whole web address.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new NetError(
      'scheme-forbidden',
      `Only http and https are fetched, not ${url.protocol.slice(0, 40)}`,
    )
  if (url.username !== '' || url.password !== '')
    throw new NetError(
      'credentials-forbidden',
      `The address of ${url.hostname} carries a name or a password.`,
    )
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  const service = FORBIDDEN_PORTS.get(port)
  if (service !== undefined)
    throw new NetError('port-forbidden', `Port ${port} (${service}) of ${url.hostname} is not for web pages.`)
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const literal = isIP(host) !== 0
  if (!literal) checkName(host, localNames)
  return { url, host, port, literal }
}

function checkName(name: string, localNames: 'refused' | 'allowed'): void {
  const labels = name.split('.')
  if (labels.some((label) => label === '' || label.length > 63) || name.length > 253)
    throw new NetError('invalid-url', `"${name.slice(0, 80)}" is not a host name.`)
  if (/^\d+$/.test(labels.at(-1) ?? ''))
    throw new NetError('invalid-url', `"${name.slice(0, 80)}" is neither a name nor an address.`)
  if (METADATA_NAMES.has(name))
    throw new NetError('name-forbidden', `"${name}" names the metadata service of a cloud.`)
  if (localNames === 'allowed') return
  // A name without a dot is completed from the search list of the machine: it means the local network.
  const local = labels.length === 1 || LOCAL_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`))
  if (local)
    throw new NetError(
      'name-forbidden',
      `"${name}" names this machine or its network, which pages may not reach.`,
    )
}
