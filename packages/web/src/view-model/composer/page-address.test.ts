import { expect, test } from 'vitest'
import { parsePageAddress, shortAddress } from './find-mention.ts'

test.each([
  ['https://example.org/plans', 'https://example.org/plans'],
  [' http://example.org \n', 'http://example.org'],
  ['https://https://example.org/a', 'https://example.org/a'],
  ['https://', undefined],
  ['https://exam', undefined],
  ['see https://example.org', undefined],
  ['ftp://example.org', undefined],
  [`https://example.org/${'a'.repeat(2_000)}`, undefined],
])('%j is the address %j', (text, address) => {
  expect(parsePageAddress(text)).toBe(address)
})

test('omits default values', () => {
  expect(shortAddress('https://www.example.org/')).toBe('example.org')
  expect(shortAddress('https://example.org/a/b/?q=1')).toBe('example.org/a/b?q=1')
})
