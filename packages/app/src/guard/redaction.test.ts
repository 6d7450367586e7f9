import { expect, test } from 'vitest'
import { NO_REDACTION, parseRedaction, printRedaction } from './redaction.ts'

test('redacted values are restored exactly, also those stored with an older rule version', () => {
  const values = { '<<EMAIL_1>>': 'ada@example.org' }
  const redaction = { ...NO_REDACTION, state: { values }, types: ['EMAIL'], guarded: true }
  const text = printRedaction({ ...redaction, lost: true })
  expect(parseRedaction(text)).toEqual(redaction)
  const earlier = JSON.stringify({ ruleVersion: '3', ...(JSON.parse(text) as object) })
  expect(parseRedaction(earlier)).toEqual(redaction)
})
