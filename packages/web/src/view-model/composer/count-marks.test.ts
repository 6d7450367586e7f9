import { expect, test } from 'vitest'
import { countMarks } from './count-marks.ts'

const finding = { type: 'IBAN', severity: 'high', masked: ['•••• 6819'], advice: '' } as const

test('what stands in the message is counted by its marks, the rest by what would be asked', () => {
  const counts = countMarks({
    marks: [
      { type: 'EMAIL', severity: 'moderate', start: 0, end: 5 },
      { type: 'EMAIL', severity: 'moderate', start: 9, end: 12 },
      { type: 'IBAN', severity: 'high', start: 20, end: 30 },
    ],
    guard: {
      findings: [
        { ...finding, count: 1, place: 'message' },
        { ...finding, count: 3, place: 'notes/a.md' },
      ],
      unscanned: [],
    },
  })
  expect(counts).toEqual({ EMAIL: 2, IBAN: 4 })
  expect(countMarks(undefined)).toEqual({})
})
