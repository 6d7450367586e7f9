import { describe, expect, test } from 'vitest'
import { scanText } from '../scan-text.ts'

function values(text: string): readonly string[] {
  return scanText(text).map(({ type, start, end }) => `${type} ${text.slice(start, end)}`)
}

describe('an address with its code is one finding', () => {
  test.each([
    ['I live at 14 Elm Grove, Brighton BN1 4RT', '14 Elm Grove, Brighton BN1 4RT'],
    ['My address is 22 Acacia Avenue, London SW1A 1AA.', '22 Acacia Avenue, London SW1A 1AA'],
    ['Ship to: 24 Sussex Drive, Ottawa, ON K1M 1M4, Canada', '24 Sussex Drive, Ottawa, ON K1M 1M4, Canada'],
    ['Address: 450 Main St, Dallas, TX 75201-1234', '450 Main St, Dallas, TX 75201-1234'],
  ])('%s', (text, address) => expect(values(text)).toEqual([`ADDRESS ${address}`]))

  test('a code by itself is found as a code', () => {
    expect(values('My postcode is BN1 4RT')).toEqual(['POSTCODE BN1 4RT'])
  })
})
