import { describe, expect, test } from 'vitest'
import { runDataview } from './run-dataview.ts'
import { testSource } from '../testing/test-vault.ts'

const SOURCE = testSource([
  { path: '2020-02-03.md' },
  {
    path: '2026-11-10.md',
    front: { 'x y': 7, at: '2026-11-30T15:00', short: '6hrs', written: '10/31/2026', when: 'tomorrow' },
    fields: [
      ['spent', '1h30m'],
      ['tea', '4min'],
      ['long', '2 weeks, 3 days'],
    ],
  },
  { path: 'talk.md', front: { date: '2026-11-12', up: '[[2020-02-03]]', see: '[[talk]]' } },
])

function run(query: string, today = '2026-11-16'): string {
  return runDataview(query, { today, source: SOURCE, path: 'talk.md' }).text
}

/** What an expression is for the one note that is asked. */
function valueOf(expression: string, note = '2026-11-10'): string {
  return run(`LIST WITHOUT ID ${expression} FROM "${note}"`).replace(/^- /, '')
}

describe('parts of dates and durations', () => {
  test.each([
    ['file.day.year', '2026'],
    ['file.day.quarter', '4'],
    ['file.day.week', '2'],
    ['file.day.weekyear', '46'],
    ['date(2021-01-03).weekyear', '53'],
    ['date(2024-12-30).weekyear', '1'],
    ['date(2026-11-16).weekday', '1'],
    ['at.hour', '15'],
    ['(date(today) - file.day).days', '6'],
    ['(date(today) - file.day).hours', '144'],
    ['dur(1 year).days', '365'],
    ['dur(18 months).years', '1.5'],
    ['dur(36 hours).day', '1.5'],
    ['dur(2 weeks).weeks', '2'],
    ['spent.minutes', '90'],
    ['row["file"].day.month', '11'],
  ])('%s is %s', (expression, value) => {
    expect(valueOf(expression)).toBe(value)
  })

  test('a filter by such a part works', () => {
    expect(run('LIST WHERE (date(today) - file.day).days < 7')).toBe('- [[2026-11-10]]\n- [[talk]]')
    expect(run('LIST WHERE file.day.weekyear = date(2026-11-12).weekyear')).toBe(
      '- [[2026-11-10]]\n- [[talk]]',
    )
  })

  test('an unknown part is reported, and its row is left out', () => {
    expect(run('LIST FROM "2026-11-10" WHERE file.day.fortnight < 3')).toBe(
      'No results.\n\n(No value in 1 places: a date has no part "fortnight" (line 1, column 38).)',
    )
    expect(run('LIST WITHOUT ID spent.moons FROM "2026-11-10"')).toContain('a duration has no part "moons"')
  })
})

describe('named days', () => {
  test.each([
    ['date(start-of-week)', '2026-11-16'],
    ['date(end-of-week)', '2026-11-22 23:59'],
    ['date(eow)', '2026-11-22 23:59'],
    ['date(start-of-month)', '2026-11-01'],
    ['date(eom)', '2026-11-30 23:59'],
    ['date(start-of-year)', '2026-01-01'],
    ['date(end-of-year)', '2026-12-31 23:59'],
    ['at <= date(eom)', 'true'],
    ['date(when)', '2026-11-17'],
    ['date("nonsense")', '-'],
  ])('%s is %s', (expression, value) => {
    expect(valueOf(expression)).toBe(value)
  })
})

describe('date() and dur() of texts', () => {
  test.each([
    ['date(written, "MM/dd/yyyy")', '2026-10-31'],
    ['date("5.7.2021 08:05", "d.M.yyyy HH:mm")', '2021-07-05 08:05'],
    [`date("2021T05", "yyyy'T'MM")`, '2021-05-01'],
    ['date(nothing, "yyyy")', '-'],
    ['short', '6 hours'],
    ['spent', '1 hour, 30 minutes'],
    ['tea', '4 minutes'],
    ['long', '2 weeks, 3 days'],
    ['dur(1h30m) = spent', 'true'],
    ['dur(4hr2min)', '4 hours, 2 minutes'],
    ['dur(2 weeks, 3 days) = long', 'true'],
    ['dur("1d12h").hours', '36'],
  ])('%s is %s', (expression, value) => {
    expect(valueOf(expression)).toBe(value)
  })

  test('a link is the day in its name, or the day of its note', () => {
    expect(valueOf('date(up)', 'talk')).toBe('2020-02-03')
    expect(valueOf('date(see)', 'talk')).toBe('2026-11-12')
  })

  test.each([
    ['date(written, "dd MMM yyyy")', 'Not supported: "MMM" in the format of a date'],
    ['date(written, "yyyy-MM-dd")', '"10/31/2026" is no date of the form "yyyy-MM-dd"'],
    ['date("02/30/2026", "MM/dd/yyyy")', 'is no date of the form'],
    ['date(7)', 'date() does not work with number'],
    ['striptime("x")', 'striptime() does not work with string'],
    ['date("now")', 'Not supported: date(now)'],
    ['dur(3 moons)', 'a unit of time was expected here, not "moons"'],
  ])('%s is reported', (expression, message) => {
    expect(valueOf(expression)).toContain(message)
  })
})

test('a row resolves fields whose names need quoting', () => {
  expect(valueOf('row["x y"]')).toBe('7')
  expect(valueOf('row.file.name')).toBe('2026-11-10')
  expect(valueOf('row[nothing]')).toContain('brackets take a number or a name, not null')
  expect(valueOf('2 * dur(1h) = dur(2h)')).toBe('true')
  expect(run('LIST row.key GROUP BY file.folder')).toContain('- : ')
})

describe('missing file properties are reported', () => {
  test.each([
    ['LIST file.created', 'Not supported: the field file.created (line 1, column 11)'],
    ['LIST this.file.starred', 'Not supported: the field file.starred'],
    ['LIST row.file.starred', 'Not supported: the field file.starred'],
    ['LIST up.file.birth', 'Not supported: the field file.birth'],
    ['LIST file["birth"]', 'Not supported: the field file.birth'],
  ])('%s', (query, message) => {
    expect(run(query)).toContain(message)
  })

  test('but not a field that no note defines', () => {
    expect(valueOf('rating')).toBe('-')
    expect(valueOf('meta.file.size')).toBe('-')
  })
})
