import { expect, test } from 'vitest'
import { parseTime } from './trace-images.ts'

test.each([
  ['2026-01-05T09:00:00Z', Date.UTC(2026, 0, 5, 9)],
  ['2026-01-05T09:00:00.250z', Date.UTC(2026, 0, 5, 9, 0, 0, 250)],
  ['2026-01-05T10:00:00+01:00', Date.UTC(2026, 0, 5, 9)],
  ['2026-01-05T10:00+0100', Date.UTC(2026, 0, 5, 9)],
  ['2026-01-05 09:00:00', Date.UTC(2026, 0, 5, 9)],
  ['2026-01-05', Date.UTC(2026, 0, 5)],
  [1_767_603_600_000, Date.UTC(2026, 0, 5, 9)],
])('%s without a zone is UTC', (time, expected) => {
  expect(parseTime(time)).toBe(expected)
})

test.each([
  '',
  'now',
  '09:00',
  '2026-02-30',
  '2026-02-30T09:00:00Z',
  '2027-02-29T09:00:00+01:00',
  '2026-04-31 09:00',
  '2026-13-01',
  '2026-02-30T99:00:00Z',
  '5 January 2026',
  'Mon Jan 5',
  Number.NaN,
])('%s is not a time', (time) => {
  expect(parseTime(time)).toBeUndefined()
})

test('29 February exists in leap years only', () => {
  expect(parseTime('2028-02-29')).toBe(Date.UTC(2028, 1, 29))
})
