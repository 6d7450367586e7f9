import ipaddr from 'ipaddr.js'
import { type LookupFunction, isIP } from 'node:net'
import { getCACertificates } from 'node:tls'
import { buildConnector } from 'undici'
import { NetError } from './net-error.ts'

export interface PinnedConnectorOptions {
  /** Checked addresses, in the order in which to try them. */
  readonly addresses: readonly string[]
  readonly milliseconds: number
  /** PEM texts to trust beside the ones that Node trusts. */
  readonly certificateAuthorities: readonly string[] | undefined
}

/**
 * Connects to the checked addresses and to nothing else: the name stays in `Host`, in SNI and in the check of
 * the certificate, but is never resolved again. What was connected to is looked at once more before the
 * request is written.
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
