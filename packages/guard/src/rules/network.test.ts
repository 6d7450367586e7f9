import { scanText } from '../scan.ts'
import { describe, expect, test } from 'vitest'

function values(text: string): readonly string[] {
  return scanText(text)
    .filter(({ type }) => type === 'MAC_ADDRESS')
    .map(({ start, end }) => text.slice(start, end))
}

describe('hardware addresses in other notations', () => {
  test.each([
    ['mac=', '001A2B3C4D5E'],
    ['MAC address: ', '001a2b-3c4d5e'],
    ['hwaddr: ', 'F0 9F C2 12 34 AB'],
    ['? (gateway) at ', '0:1c:42:0:0:8'],
  ])('%s%s', (lead, address) => {
    expect(values(`${lead}${address} on en0`)).toEqual([address])
  })

  test.each(['date 10-11-12-13-14-15', 'commit 001a2b3c4d5e', 'at 10:11:12'])('other things: %s', (text) => {
    expect(values(text)).toEqual([])
  })
})
