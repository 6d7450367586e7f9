import { expect, test } from 'vitest'
import { lastingText } from './follow-sent.ts'

test.each([
  ['The launch', 'The launch'],
  ['The launch ', 'The launch'],
  ['The launch [', 'The launch'],
  ['The launch [^', 'The launch'],
  ['The launch [^3], then', 'The launch'],
  ['The launch[2] then [^3]', 'The launch'],
  ['A [link](x) and [^3]', 'A [link](x) and'],
  ['In December.\n\n', 'In December.'],
])('%j is stable up to %j', (text, lasting) => expect(lastingText(text)).toBe(lasting))
