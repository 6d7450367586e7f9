import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_REDACTIONS, redactText } from './redact-text.ts'
import { valuesBehind } from './values-behind.ts'

test('the original text reveals the values of its redacted form', () => {
  const redacted = 'Mail <<EMAIL_1>>, pay <<IBAN_1>> or <<IBAN_2>>. Again: <<EMAIL_1>>'
  const original = 'Mail a@b.de, pay DE89 3704 or DE12. Again: a@b.de'
  expect(valuesBehind(redacted, original)).toEqual({
    '<<EMAIL_1>>': 'a@b.de',
    '<<IBAN_1>>': 'DE89 3704',
    '<<IBAN_2>>': 'DE12',
  })
  expect(valuesBehind('as it was', 'as it was')).toEqual({})
  expect(valuesBehind('<<EMAIL_1>>', 'a@b.de')).toEqual({ '<<EMAIL_1>>': 'a@b.de' })
})

test.each([
  ['other words', 'Mail <<EMAIL_1>>.', 'Call a@b.de.'],
  ['nothing in the place of a value', 'Mail <<EMAIL_1>>.', 'Mail .'],
  ['more than there was', 'Mail <<EMAIL_1>>', 'Mail'],
  ['a name that no placeholder has', 'Mail <<SOMEONE_1>>', 'Mail a@b.de'],
])('an unrelated text reveals nothing: %s', (_, redacted, original) => {
  expect(valuesBehind(redacted, original)).toBeUndefined()
})

test('an ambiguous value is left out, and others are recovered', () => {
  const redacted = 'To <<NAME_1>>, <<ADDRESS_1>>, <<PHONE_1>>. Mail <<EMAIL_1>>.'
  const original = 'To Ana, Hang 12, 61462 Ort, 069 1234567. Mail a@b.de.'
  expect(valuesBehind(redacted, original)).toEqual({ '<<EMAIL_1>>': 'a@b.de' })
  expect(valuesBehind('<<EMAIL_1>> and <<EMAIL_1>>.', 'a@b.de and c@d.de.')).toEqual({})
  expect(valuesBehind('<<NAME_1>><<NAME_2>>', 'AnaBo')).toEqual({})
})

test('recovers what was redacted, in any surroundings', () => {
  const word = fc.string({ minLength: 1, maxLength: 6 })
  const value = fc.integer({ min: 1, max: 9 }).map((digit) => `${digit}@values.example`)
  fc.assert(
    fc.property(fc.array(fc.record({ before: word, value }), { maxLength: 6 }), word, (parts, end) => {
      let original = ''
      const findings = parts.map((part) => {
        original += `${part.before} `
        const start = original.length
        original += part.value
        const found = { type: 'EMAIL' as const, start, end: original.length }
        original += ' '
        return found
      })
      original += end
      const { text, state } = redactText(NO_REDACTIONS, original, findings)
      expect(valuesBehind(text, original)).toEqual(state.values)
    }),
  )
})
