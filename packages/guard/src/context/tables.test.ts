import { describe, expect, test } from 'vitest'
import { scanText } from '../scan.ts'

function values(text: string): readonly string[] {
  return scanText(text).map(({ type, start, end }) => `${type} ${text.slice(start, end)}`)
}

/** Lines that look like the first row of a table when the next has as many commas. */
const ABOVE = [
  'BIC COBADEFFXXX, reference RF18.',
  'Name, reference',
  'Dear team, see ticket 12.',
  'Hi Ann, the reference is 88.',
  'Thanks, the order number is 4711.',
  'Order, customer id',
]

describe('a value with its own label beside it is found, whatever the line above says', () => {
  test.each(ABOVE)('%s', (above) => {
    const ssn = 'US_SSN 536-22-1234'
    const account = 'BANK_ACCOUNT 000123456789'
    expect(values(`${above}\nSSN 536-22-1234, x`)).toContain(ssn)
    expect(values(`${above}\nAnn, SSN 536-22-1234`)).toContain(ssn)
    expect(values(`${above}\nRouting 021000021, account 000123456789`)).toContain(account)
    expect(values(`${above}\nSSN 536-22-1234, account 000123456789`)).toEqual(
      expect.arrayContaining([ssn, account]),
    )
  })
})
