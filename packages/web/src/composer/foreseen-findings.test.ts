import { expect, test } from 'vitest'
import { foreseenFindings } from './draft-marks.tsx'

const mark = (type: string, start: number) => ({ type, severity: 'moderate', start, end: start + 5 }) as const

test('counts the values to decide together with those redacted anyway; says what leaves, and why', () => {
  expect(
    foreseenFindings({
      marks: [mark('EMAIL', 0), mark('EMAIL', 9), mark('IBAN', 20)],
      guard: {
        findings: [],
        values: { IBAN: 4 },
        lighter: { redacted: { EMAIL: 1 }, sent: { NAME: 7 } },
        unscanned: [],
      },
      guarded: { noted: { EMAIL: 1, NAME: 7 } },
    }),
  ).toEqual([
    { words: '4 IBANs, 1 e-mail address found', note: 'asks before sending', asks: true },
    { words: '7 names', note: 'sent as it is: low risk', asks: false },
  ])
  expect(foreseenFindings(undefined)).toEqual([])
})

test('says before sending what leaves unredacted and why, for attachments too', () => {
  expect(
    foreseenFindings({
      marks: [mark('NAME', 0), mark('PHONE', 9), mark('EMAIL', 20)],
      guarded: { redacted: { NAME: 1, IBAN: 2 }, sent: { PHONE: 3 }, noted: { EMAIL: 2 } },
    }).map(({ words, note }) => `${words}: ${note}`),
  ).toEqual([
    '1 name: will be redacted',
    '2 e-mail addresses: sent as it is: low risk',
    '3 phone numbers: sent as it is: you allowed it',
  ])
})
