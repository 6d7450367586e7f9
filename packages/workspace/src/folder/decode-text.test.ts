import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const decode = (...bytes: readonly number[]): string =>
  decodeText({ path: 'a.md', bytes: Uint8Array.from(bytes) })

test('[A-4] decodes UTF-16 with a byte order mark, in both byte orders', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      fc.pre(!text.startsWith('\0'))
      const little = Buffer.from(`\ufeff${text}`, 'utf16le')
      expect(decode(...little)).toBe(`\ufeff${text}`)
      expect(decode(...Buffer.from(little).swap16())).toBe(`\ufeff${text}`)
    }),
  )
})

test.each([
  ['Latin-1', [0x63, 0x61, 0x66, 0xe9]],
  ['half a character', [0xff, 0xfe, 0x61]],
  ['half a pair', [0xff, 0xfe, 0x00, 0xd8]],
  ['UTF-16 without its mark', [...Buffer.from('---\nprivate: true', 'utf16le')]],
  ['the same the other way round', [...Buffer.from('---\nprivate: true', 'utf16le').swap16()]],
  ['UTF-32', [0xff, 0xfe, 0x00, 0x00, 0x61, 0x00, 0x00, 0x00]],
])('%s is refused', (_, bytes) => {
  expect(() => decode(...bytes)).toThrow('"a.md" is not UTF-8 text')
})
