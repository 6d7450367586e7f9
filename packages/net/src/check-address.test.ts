import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AddressRange, checkAddress, isPublicAddress } from './check-address.ts'

const EDGES: readonly (readonly [address: string, range: AddressRange])[] = [
  ['1.0.0.0', 'public'],
  ['0.255.255.255', 'unspecified'],
  ['9.255.255.255', 'public'],
  ['10.0.0.0', 'private'],
  ['10.255.255.255', 'private'],
  ['11.0.0.0', 'public'],
  ['100.63.255.255', 'public'],
  ['100.64.0.0', 'carrier-grade-nat'],
  ['100.127.255.255', 'carrier-grade-nat'],
  ['100.128.0.0', 'public'],
  ['126.255.255.255', 'public'],
  ['127.0.0.0', 'loopback'],
  ['128.0.0.0', 'public'],
  ['169.253.255.255', 'public'],
  ['169.254.0.0', 'link-local'],
  ['169.254.169.254', 'metadata'],
  ['169.255.0.0', 'public'],
  ['172.15.255.255', 'public'],
  ['172.16.0.0', 'private'],
  ['172.31.255.255', 'private'],
  ['172.32.0.0', 'public'],
  ['192.167.255.255', 'public'],
  ['192.168.0.0', 'private'],
  ['192.169.0.0', 'public'],
  ['198.17.255.255', 'public'],
  ['198.18.0.0', 'benchmarking'],
  ['198.20.0.0', 'public'],
  ['192.0.2.0', 'documentation'],
  ['192.0.3.0', 'public'],
  ['223.255.255.255', 'public'],
  ['224.0.0.0', 'multicast'],
  ['240.0.0.0', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['169.254.170.2', 'metadata'],
  ['169.254.170.23', 'metadata'],
  ['100.100.100.200', 'metadata'],
  ['192.0.0.192', 'metadata'],
  ['168.63.129.16', 'metadata'],
  ['168.63.129.17', 'public'],
  ['198.51.100.255', 'documentation'],
  ['203.0.113.255', 'documentation'],
  ['192.0.0.255', 'reserved'],
  ['192.88.99.255', 'reserved'],
  ['255.255.255.254', 'reserved'],
  ['fd00:ec2::254', 'metadata'],
  ['fd00:ec2::23', 'metadata'],
  ['fd20:ce::254', 'metadata'],
  ['fe80::a9fe:a9fe', 'metadata'],
  ['::', 'unspecified'],
  ['ff02::1', 'multicast'],
  ['2001:2::1', 'benchmarking'],
  ['2001:2:1::1', 'reserved'],
  ['2001:db8::1', 'documentation'],
  ['3fff:fff::1', 'documentation'],
  ['::ffff:0:808:808', 'embedded-ipv4'],
  ['64:ff9b:1::808:808', 'embedded-ipv4'],
  ['2001:0:808:808::1', 'embedded-ipv4'],
  ['2606:4700::5efe:808:808', 'embedded-ipv4'],
  ['2606:4700:4700::1111', 'public'],
  ['2a00:1450:4001::200e', 'public'],
  ['::1', 'loopback'],
  ['::2', 'embedded-ipv4'],
  ['fdff::1', 'private'],
  ['fe7f::1', 'reserved'],
  ['fec0::1', 'private'],
  ['64:ff9b::808:808', 'public'],
  ['64:ff9b::a00:1', 'private'],
  ['64:ff9b::a9fe:a9fe', 'metadata'],
  ['::ffff:8.8.8.8', 'embedded-ipv4'],
  ['2002:808:808::1', 'embedded-ipv4'],
  ['127.1', 'not-an-address'],
  ['0177.0.0.1', 'not-an-address'],
  ['', 'not-an-address'],
  ['example.org', 'not-an-address'],
]

describe('[SSRF] ranges of addresses', () => {
  test.each(EDGES)('%s is %s', (address, range) => {
    expect(checkAddress(address)).toBe(range)
    expect(isPublicAddress(address)).toBe(range === 'public')
  })

  test('a NAT64 address is public exactly if its IPv4 address is', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
        const nat64 = `64:ff9b::${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
        expect(checkAddress(nat64)).toBe(checkAddress(address))
      }),
    )
  })

  test('no address outside 2000::/3 is public except through NAT64, and no text throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV6(), fc.ipV4Extended(), fc.string()), (address) => {
        if (!isPublicAddress(address)) return
        expect(address).toMatch(/^(?:[23]|0?0?64:ff9b:|\d+\.)/i)
      }),
    )
  })

  test('no IPv4 address in mapped, compatible, translated, 6to4 or Teredo form is public', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
    fc.assert(
      fc.property(group, group, (high, low) => {
        for (const form of [`::ffff:${high}:${low}`, `::${high}:${low}`, `::ffff:0:${high}:${low}`])
          expect(isPublicAddress(form)).toBe(false)
        expect(isPublicAddress(`2002:${high}:${low}::1`)).toBe(false)
        expect(isPublicAddress(`2001:0:${high}:${low}::1`)).toBe(false)
        expect(isPublicAddress(`64:ff9b:1::${high}:${low}`)).toBe(false)
      }),
    )
  })
})
