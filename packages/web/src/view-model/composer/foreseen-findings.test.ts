import { expect, test } from 'vitest'
import { foreseenFindings } from './foreseen-findings.ts'

const mark = (type: string, start: number) => ({ type, severity: 'moderate', start, end: start + 5 }) as const

test('what is asked about is counted with what is too light for that; a value that stands there twice is one', () => {
  expect(
    foreseenFindings({
      marks: [mark('EMAIL', 0), mark('EMAIL', 9), mark('IBAN', 20)],
      guard: {
        findings: [],
        values: { IBAN: 4 },
        lighter: { redacted: { EMAIL: 1 }, sent: {} },
        unscanned: [],
      },
      guarded: { noted: { EMAIL: 1, NAME: 7 } },
    }),
  ).toEqual([{ words: '4 IBANs, 1 e-mail address found', note: 'asks before sending', asks: true }])
  expect(foreseenFindings(undefined)).toEqual([])
})

test('where something was decided before, it is said what will be done; of what comes along only what is asked', () => {
  expect(
    foreseenFindings({
      marks: [mark('NAME', 0), mark('PHONE', 9), mark('EMAIL', 20)],
      guarded: { redacted: { NAME: 1, IBAN: 2 }, sent: { PHONE: 3 }, noted: { EMAIL: 1 } },
    }).map(({ words, note }) => `${words}: ${note}`),
  ).toEqual([
    '1 e-mail address found: sent without asking',
    '1 name: will be redacted',
    '1 phone number: will be sent as decided',
  ])
})
