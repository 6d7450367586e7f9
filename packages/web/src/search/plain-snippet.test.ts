import { expect, test } from 'vitest'
import { plainSnippet } from './plain-snippet.ts'

test.each([
  [
    '--- title: Pricing --- # Pricing follows [[0003-yearly-pass]]',
    ' title: Pricing Pricing follows 0003-yearly-pass',
  ],
  ['then ask: **When?** - [ ] Do `it` ![[plan]]', 'then ask: When? Do it plan'],
  ['…## How it moved', '… How it moved'],
  ['a #tag stays, a - list too, 5 > 4', 'a #tag stays, a - list too, 5 > 4'],
])('%s', (text, plain) => {
  expect(plainSnippet(text)).toBe(plain)
})
