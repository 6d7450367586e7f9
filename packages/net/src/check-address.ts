import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'

/** Why an address is forbidden; each reason can be shown to the user. */
export type AddressRange =
  | 'public'
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'metadata'
  | 'carrier-grade-nat'
  | 'multicast'
  | 'broadcast'
  | 'unspecified'
  | 'benchmarking'
  | 'documentation'
  | 'reserved'
  | 'embedded-ipv4'
  | 'not-an-address'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Row = readonly [block: string, range: AddressRange]

/** The first row that matches decides: services that answer with credentials come before the range they are in. */
const IPV4: readonly Row[] = [
  ['169.254.169.254/32', 'metadata'],
  ['169.254.170.2/32', 'metadata'],
  ['169.254.170.23/32', 'metadata'],
  ['100.100.100.200/32', 'metadata'],
  ['192.0.0.192/32', 'metadata'],
  // Azure's host agent has a public address that no range would catch.
  ['168.63.129.16/32', 'metadata'],
  ['0.0.0.0/8', 'unspecified'],
  ['127.0.0.0/8', 'loopback'],
  ['10.0.0.0/8', 'private'],
  ['172.16.0.0/12', 'private'],
  ['192.168.0.0/16', 'private'],
  ['100.64.0.0/10', 'carrier-grade-nat'],
  ['169.254.0.0/16', 'link-local'],
  ['224.0.0.0/4', 'multicast'],
  ['255.255.255.255/32', 'broadcast'],
  ['198.18.0.0/15', 'benchmarking'],
  ['192.0.2.0/24', 'documentation'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['192.0.0.0/24', 'reserved'],
  ['192.88.99.0/24', 'reserved'],
  ['240.0.0.0/4', 'reserved'],
]

const IPV6: readonly Row[] = [
  ['fd00:ec2::254/128', 'metadata'],
  ['fd00:ec2::23/128', 'metadata'],
  ['fd20:ce::254/128', 'metadata'],
  ['fe80::a9fe:a9fe/128', 'metadata'],
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'private'],
  ['fc00::/7', 'private'],
  ['ff00::/8', 'multicast'],
  ['2001:2::/48', 'benchmarking'],
  ['2001:db8::/32', 'documentation'],
  ['3fff::/20', 'documentation'],
  // Forms that carry an IPv4 address. Nobody publishes a page under one, so they are refused whatever they carry.
  ['::/96', 'embedded-ipv4'],
  ['::ffff:0:0/96', 'embedded-ipv4'],
  ['::ffff:0:0:0/96', 'embedded-ipv4'],
  ['64:ff9b:1::/48', 'embedded-ipv4'],
  ['2001::/32', 'embedded-ipv4'],
  ['2002::/16', 'embedded-ipv4'],
]

/** On a network without IPv4, DNS64 gives every old site an address in here: judged by what it carries. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96')
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')
const TABLE: Readonly<Record<'ipv4' | 'ipv6', readonly (readonly [[Address, number], AddressRange])[]>> = {
  ipv4: IPV4.map(([block, range]) => [ipaddr.parseCIDR(block), range]),
  ipv6: IPV6.map(([block, range]) => [ipaddr.parseCIDR(block), range]),
}

/** Which range an address is in. Everything that is not known to be public is not. */
export function checkAddress(address: string): AddressRange {
  // `isIP` knows only the canonical spellings, so no octal or short form is understood in two ways here.
  if (isIP(address) === 0) return 'not-an-address'
  const parsed = ipaddr.parse(address)
  if (parsed.kind() === 'ipv6' && parsed.match(NAT64)) return checkParsed(carriedIPv4(parsed))
  return checkParsed(parsed)
}

/** Whether a page may be fetched from this address. */
export function isPublicAddress(address: string): boolean {
  return checkAddress(address) === 'public'
}

function checkParsed(address: Address): AddressRange {
  for (const [block, range] of TABLE[address.kind()]) if (address.match(block)) return range
  if (address.kind() === 'ipv6' && !address.match(GLOBAL_UNICAST)) return 'reserved'
  if (isTunnelled(address)) return 'embedded-ipv4'
  // A second opinion from the registry in the library, which knows special blocks that have no row above.
  return address.range() === 'unicast' ? 'public' : 'reserved'
}

/** ISATAP: the last 64 bits are a mark and an IPv4 address, under any prefix. */
function isTunnelled(address: Address): boolean {
  const bytes = address.toByteArray()
  return (
    bytes.length === 16 &&
    ((bytes[8] ?? 0) & 0xfc) === 0 &&
    bytes[9] === 0 &&
    bytes[10] === 0x5e &&
    bytes[11] === 0xfe
  )
}

function carriedIPv4(address: Address): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(12))
}
