import { describe, expect, test } from 'vitest'
import { scanText } from '../scan.ts'

function values(text: string): readonly string[] {
  return scanText(text)
    .filter(({ type }) => type === 'CRYPTO_ADDRESS')
    .map(({ start, end }) => text.slice(start, end))
}

describe('coin addresses', () => {
  test.each([
    ['XRP: ', 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh'],
    ['send SOL to ', '7EYnhQoR9YM3N7UoaKRoA44Uy8JeaZV3qyouov87awMs'],
    ['', 'cosmos1depk54cuajgkzea6zpgkq36tnjwdzv4afc3d27'],
    ['BCH ', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
    [
      'ADA ',
      'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
    ],
  ])('%s%s', (lead, address) => {
    expect(values(`${lead}${address} please`)).toEqual([address])
  })

  test.each([
    'build 7EYnhQoR9YM3N7UoaKRoA44Uy8JeaZV3qyouov87awMs',
    'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLi is one sign off',
    'solana tx 7EYnhQoR9YM3N7UoaKRoA44Uy8JeaZV3qyouov87awMs',
  ])('not an address: %s', (text) => {
    expect(values(text)).toEqual([])
  })
})
