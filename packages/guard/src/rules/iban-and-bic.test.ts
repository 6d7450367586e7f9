import { scanText } from '../scan.ts'
import { describe, expect, test } from 'vitest'

function values(text: string): readonly string[] {
  return scanText(text)
    .filter(({ type }) => type === 'SWIFT_BIC')
    .map(({ start, end }) => text.slice(start, end))
}

describe('bank codes, and words of the same length', () => {
  test.each(['SWIFT_ENV=SANDBOX1', 'BIC: REQUIRED', 'bank=BARCLAYS', 'SWIFT status: ACCEPTED'])(
    '%s',
    (text) => {
      expect(values(text)).toEqual([])
    },
  )

  test.each(['SWIFTコード: ', 'swift_code=', '银行 SWIFT 代码：'])('%s', (lead) => {
    expect(values(`${lead}BOTKJPJT`)).toEqual(['BOTKJPJT'])
  })
})
