import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runDataview } from './run-dataview.ts'
import { type TestNote, testSource } from '../testing/test-vault.ts'

const NOTES: readonly TestNote[] = [
  {
    path: 'books/Dune.md',
    front: { author: 'Frank Herbert', rating: 5, 'Date Read': '2021-05-30', series: ['Dune', 'Classics'] },
    fields: [['**Reading Time**', '3 hours']],
    tags: ['book', 'sf/classic'],
    links: ['Frank Herbert', 'Emma', 'Frank Herbert'],
    tasks: [
      [' ', 'Write a review'],
      ['x', 'Give it back | or keep it'],
    ],
    modified: '2021-06-15T22:30:00Z',
    created: '2021-06-01T00:00:00Z',
    bytes: 300,
  },
  {
    path: 'books/Emma.md',
    front: { author: '[[Jane Austen]]', rating: 4, status: 'done' },
    fields: [['status', 'loved']],
    tags: ['book'],
    links: ['Dune'],
    modified: '2021-06-10T08:00:00Z',
    bytes: 200,
  },
  { path: 'people/Frank Herbert.md', front: { born: 1920, type: 'person' }, tags: ['person'] },
  { path: 'people/Jane Austen.md', front: { born: 1775, type: 'person' }, tags: ['person'], links: ['Emma'] },
  { path: '2021-06-15.md', links: ['books/Dune'], tasks: [['-', 'Call Ann']] },
]

function run(
  query: string,
  options: { readonly today?: string; readonly wallClock?: (milliseconds: number) => number } = {},
): string {
  const { today = '2021-06-15', wallClock } = options
  return runDataview(query, { today, source: testSource(NOTES), path: '2021-06-15.md', wallClock }).text
}

describe('output', () => {
  test('LIST, with and without a value, with and without the note', () => {
    expect(run('LIST FROM "books"')).toBe('- [[books/Dune]]\n- [[books/Emma]]')
    expect(run('list rating from #book')).toBe('- [[books/Dune]]: 5\n- [[books/Emma]]: 4')
    expect(run('LIST WITHOUT ID file.name FROM #book')).toBe('- Dune\n- Emma')
  })

  test('TABLE with names, bars and nothing in cells', () => {
    expect(run('TABLE author AS "Who | what", series, missing FROM #book')).toBe(
      [
        '| File | Who \\| what | series | missing |',
        '| --- | --- | --- | --- |',
        '| [[books/Dune]] | Frank Herbert | Dune, Classics | - |',
        '| [[books/Emma]] | [[people/Jane Austen]] | - | - |',
      ].join('\n'),
    )
    expect(run('TABLE WITHOUT ID file.name AS Name FROM #book LIMIT 1')).toBe('| Name |\n| --- |\n| Dune |')
  })

  test('TASK under notes, with fields of the task and of its note', () => {
    expect(run('TASK')).toBe(
      '- [[2021-06-15]]\n  - [-] Call Ann\n- [[books/Dune]]\n  - [ ] Write a review\n  - [x] Give it back | or keep it',
    )
    expect(run('TASK WHERE !completed AND rating = 5')).toBe('- [[books/Dune]]\n  - [ ] Write a review')
    expect(run('TASK WHERE checked GROUP BY status')).toBe(
      '- -\n  - [-] Call Ann\n- x\n  - [x] Give it back | or keep it',
    )
  })

  test('says when nothing was found, and when there is more', () => {
    expect(run('LIST WHERE false')).toBe('No results.')
    const source = testSource(NOTES)
    const result = runDataview('LIST', { today: '2021-06-15', source, path: 'x.md', maximumRows: 2 })
    expect(result).toMatchObject({ kind: 'result', rows: 5 })
    expect(result.text).toContain('(3 more of 5 are not shown.)')
  })
})

describe('FROM', () => {
  test.each([
    ['#sf', ['books/Dune']],
    ['#BOOK and -#sf/classic', ['books/Emma']],
    ['"people" or "books/Emma"', ['books/Emma', 'people/Frank Herbert', 'people/Jane Austen']],
    ['"books/"', ['books/Dune', 'books/Emma']],
    ['!"books" & !"people"', ['2021-06-15']],
    ['[[Dune]]', ['2021-06-15', 'books/Emma']],
    ['[[]]', []],
    ['outgoing([[Dune]])', ['books/Emma', 'people/Frank Herbert']],
    ['outgoing([[]]) or #person', ['books/Dune', 'people/Frank Herbert', 'people/Jane Austen']],
    ['(#book or #person) and "books"', ['books/Dune', 'books/Emma']],
    // From the left, without precedence: (#book or #person) and "people".
    ['#book or #person and "people"', ['people/Frank Herbert', 'people/Jane Austen']],
  ])('%s', (from, paths) => {
    expect(run(`LIST FROM ${from}`)).toBe(
      paths.length === 0 ? 'No results.' : paths.map((path) => `- [[${path}]]`).join('\n'),
    )
  })
})

describe('WHERE', () => {
  const found = (condition: string): string =>
    run(`LIST WITHOUT ID file.name WHERE ${condition}`).replaceAll('- ', '').replaceAll('\n', ', ')

  test.each([
    ['rating >= 5', 'Dune'],
    ['rating', 'Dune, Emma'],
    ['!rating AND type != "person"', '2021-06-15'],
    ['contains(file.tags, "#sf")', 'Dune'],
    ['contains(file.etags, "#sf/classic")', 'Dune'],
    ['econtains(series, "Class")', 'No results.'],
    ['contains(series, "Class")', 'Dune'],
    ['icontains(author, "HERBERT")', 'Dune'],
    ['author = [[Jane Austen]]', 'Emma'],
    ['author.born < 1800 and author.born', 'Emma'],
    ['length(file.outlinks) = 2', 'Dune'],
    ['length(file.inlinks) > 1', 'Dune, Emma'],
    // Nothing is less than anything.
    ['date-read < date(today) - dur(2 weeks)', '2021-06-15, Dune, Emma, Frank Herbert, Jane Austen'],
    ['date-read AND date-read < date(today) - dur(2 weeks)', 'Dune'],
    ['file.day = date(today)', '2021-06-15'],
    ['file.day = this.file.day', '2021-06-15'],
    ['reading-time > dur(2 h, 30 min)', 'Dune'],
    ['contains(status, "loved")', 'Emma'],
    ['default(rating, 0) < 1 and lower(type) = "person"', 'Frank Herbert, Jane Austen'],
    ['startswith(file.name, "Fr") or endswith(file.name, "ma")', 'Emma, Frank Herbert'],
    ['upper(file.folder) = "BOOKS" and file.size > 250', 'Dune'],
    ['regexmatch("[DE]\\\\w+", file.name)', 'Dune, Emma'],
    ['file.mtime >= date(2021-06-15)', 'Dune'],
    ['file.mday = date(2021-06-10)', 'Emma'],
    ['"Date Read" = "Date Read" and file.frontmatter.rating = 4', 'Emma'],
    ['any(file.tasks.completed)', 'Dune'],
    ['choice(rating > 4, true, false)', 'Dune'],
    ['[1, 2][1] = rating - 3', 'Dune'],
  ])('%s', (condition, names) => {
    expect(found(condition)).toBe(names)
  })

  test('a row without a value is left out and reported', () => {
    expect(run('LIST WHERE file.link * 2 > 1')).toBe(
      'No results.\n\n(No value in 5 places: "*" does not work with link and number (line 1, column 22).)',
    )
  })
})

describe('order and groups', () => {
  test('SORT by several keys, the rest by path; LIMIT after it', () => {
    expect(run('LIST WITHOUT ID file.name SORT type DESC, born ASC')).toBe(
      '- Jane Austen\n- Frank Herbert\n- 2021-06-15\n- Dune\n- Emma',
    )
    expect(run('LIST SORT file.mtime DESC LIMIT 1')).toBe('- [[books/Dune]]')
    expect(run('LIST LIMIT 1 SORT file.mtime DESC')).toBe('- [[2021-06-15]]')
  })

  test('GROUP BY and FLATTEN', () => {
    expect(run('LIST rows.file.name FROM "books" or "people" GROUP BY file.folder')).toBe(
      '- books: Dune, Emma\n- people: Frank Herbert, Jane Austen',
    )
    expect(run('TABLE length(rows) AS N WHERE type GROUP BY type AS Kind')).toBe(
      '| Kind | N |\n| --- | --- |\n| person | 2 |',
    )
    expect(run('TABLE WITHOUT ID file.name, s FLATTEN series AS s WHERE s')).toBe(
      '| file.name | s |\n| --- | --- |\n| Dune | Dune |\n| Dune | Classics |',
    )
  })

  test('times use the reader’s time zone', () => {
    const twoHoursAhead = (milliseconds: number): number => milliseconds + 2 * 3_600_000
    expect(run('LIST file.mtime FROM "books/Dune"')).toBe('- [[books/Dune]]: 2021-06-15 22:30')
    expect(run('LIST file.mtime FROM "books/Dune"', { wallClock: twoHoursAhead })).toBe(
      '- [[books/Dune]]: 2021-06-16 00:30',
    )
    expect(run('LIST file.cday FROM "books"')).toBe('- [[books/Dune]]: 2021-06-01\n- [[books/Emma]]: -')
  })
})

describe('unsupported queries say so, with their place', () => {
  test.each([
    ['CALENDAR file.day', 'Not supported: CALENDAR (line 1, column 1)'],
    ['LIST\nWHERE hash(x)', 'Not supported: the function hash() (line 2, column 7)'],
    [
      'LIST map(file.tags, t => t)',
      'the parameter of a function needs brackets: (t) => … (line 1, column 21)',
    ],
    ['LIST map(file.tags, (t, 1) => t)', '")" was expected here, not ","'],
    ['LIST file.starred', 'Not supported: the field file.starred (line 1, column 11)'],
    ['LIST WHERE date(now) > 1', 'Not supported: date(now): only the day is known'],
    ['LIST FROM csv("x.csv")', 'Not supported: FROM csv (line 1, column 11)'],
    ['LIST WHERE regexmatch("(a+)+\\\\1", "a")', 'Not supported: the pattern "(a+)+\\1" ('],
    ['LIST WHERE regextest("(?=a)", "a")', 'Not supported: the pattern "(?=a)" ('],
    ['LIST WHERE', 'an expression was expected here, not the end (line 1, column 11)'],
    [
      'LIST\nFORM #a',
      'WHERE, SORT, LIMIT, GROUP BY or FLATTEN was expected here, not "#a" (line 2, column 6)',
    ],
    ['SHOW x', 'LIST, TABLE or TASK was expected here, not "SHOW" (line 1, column 1)'],
    ['LIST WHERE "open', 'this text has no closing quotation mark (line 1, column 12)'],
    ['LIST WHERE a ; b', '";" is not expected (line 1, column 14)'],
    ['LIST LIMIT "x"', 'LIMIT needs a number (line 1, column 12)'],
  ])('%s', (query, message) => {
    expect(run(query)).toContain(message)
    expect(run(query)).toMatch(/^This query was not run/)
  })

  test('bombs: too deep or too long queries are refused', () => {
    expect(run(`LIST WHERE ${'('.repeat(100)}1${')'.repeat(100)}`)).toContain(
      'nesting of more than 64 levels',
    )
    expect(run(`LIST WHERE ${'!'.repeat(100)}1`)).toContain('nesting of more than 64 levels')
    expect(run(`LIST FROM ${'-'.repeat(100)}#a`)).toContain('nesting of more than 64 levels')
    expect(run(`LIST WHERE 1${'+1'.repeat(2_000)}`)).toContain('a query of more than 2000 words')
    expect(run(`LIST WHERE "${'x'.repeat(100_000)}"`)).toContain('a query of more than 20000 characters')
    expect(run(`LIST ${'FLATTEN list(1, 2, 3) AS a '.repeat(60)}`)).toContain(
      'FLATTEN into more than 50000 rows',
    )
  })
})

test('the result does not depend on the order of notes', () => {
  const queries = [
    'LIST SORT rating DESC',
    'TABLE file.inlinks, file.outlinks',
    'TASK',
    'LIST rows GROUP BY type',
  ]
  const expected = queries.map((query) => run(query))
  fc.assert(
    fc.property(fc.shuffledSubarray([...NOTES], { minLength: NOTES.length }), (notes) => {
      const source = testSource(notes)
      const results = queries.map(
        (query) => runDataview(query, { today: '2021-06-15', source, path: '2021-06-15.md' }).text,
      )
      expect(results).toEqual(expected)
    }),
  )
})

test('any text gives a result or an error', () => {
  const words = fc.constantFrom(
    'LIST',
    'TABLE',
    'FROM',
    'WHERE',
    '#a',
    '"b"',
    '[[c]]',
    '(',
    ')',
    'and',
    '-',
    '.',
    'file',
    'date(',
    'dur(',
    '1',
    'day',
    ',',
    '[',
    ']',
    '!',
    '=',
    'GROUP BY',
    'AS',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(words, { maxLength: 20 }).map((parts) => parts.join(' ')),
      ),
      (query) => {
        expect(['result', 'unsupported', 'invalid']).toContain(
          runDataview(query, { today: '2021-06-15', source: testSource(NOTES), path: 'x.md' }).kind,
        )
      },
    ),
    { numRuns: 300 },
  )
})
