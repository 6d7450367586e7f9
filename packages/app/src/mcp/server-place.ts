import { isPublicAddress, checkAddress } from '@varve/net'
import type { McpEntry } from '../tools/mcp-entry.ts'

/** Where a server is: what it is given leaves this machine or does not. */
export type ServerPlace = 'this-machine' | 'remote'

type HttpEntry = Extract<McpEntry, { readonly kind: 'http' }>

export function serverPlace(entry: McpEntry): ServerPlace {
  if (entry.kind === 'stdio') return 'this-machine'
  const host = hostOf(entry)
  return host === 'localhost' || checkAddress(host) === 'loopback' ? 'this-machine' : 'remote'
}

/**
 * Whether the user explicitly named an address of this machine or network: `localhost`, a non-public address,
 * or any name with `"local": true`. A name that merely resolves there doesn't count and is refused on
 * connecting.
 */
export function isNamedLocal(entry: HttpEntry): boolean {
  const host = hostOf(entry)
  if (entry.local || host === 'localhost') return true
  return checkAddress(host) !== 'not-an-address' && !isPublicAddress(host)
}

function hostOf({ url }: HttpEntry): string {
  return (URL.parse(url)?.hostname ?? '').replace(/^\[|\]$/g, '').toLowerCase()
}
