import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planSearch } from './plan-search.ts'

const TODAY = '2026-11-15'
const plan = (text: string) => planSearch({ text, today: TODAY })

describe('parsing a query', () => {
  test('words, phrases and exclusions', () => {
    const { terms, phrases, without } = plan('garden "raised beds" -snails -"slug pellets" soil ')
    expect(terms.map((term) => term.word)).toEqual(['garden', 'raised', 'beds', 'soil'])
    expect(phrases).toEqual([['raised', 'beds']])
    expect(without).toEqual([['snails'], ['slug', 'pellets']])
  })

  test('a dash inside or after a word, a switch and a lone dash exclude nothing', () => {
    expect(plan('e-mail ls -l - well- ').without).toEqual([])
    expect(plan('e-mail ').terms.map((term) => term.word)).toEqual(['e', 'mail'])
  })

  test('an unclosed quote is an ordinary word', () => {
    const { terms, phrases } = plan('5" pipe ')
    expect(terms.map((term) => term.word)).toEqual(['5', 'pipe'])
    expect(phrases).toEqual([])
  })

  test('tags, folders, paths and titles', () => {
    const { filter, inTitle, terms } = plan(
      '#Work/Plan tag:idée -#draft in:Projects path:"My notes/" path:2026 title:"Road map" x ',
    )
    expect(filter.tags).toEqual(['work/plan', 'idee'])
    expect(filter.withoutTags).toEqual(['draft'])
    expect(filter.paths).toEqual([
      { kind: 'folder', text: 'projects/' },
      { kind: 'folder', text: 'my notes/' },
      { kind: 'contains', text: '2026' },
    ])
    expect(inTitle).toEqual(['road', 'map'])
    expect(terms.map((term) => term.word)).toEqual(['x'])
  })

  test('an excluded title, and more hits than possible', () => {
    expect(plan('-title:"Road map" -title:draft x ').notInTitle).toEqual([['road', 'map'], ['draft']])
    expect(planSearch({ text: 'x', limit: 500 })).toMatchObject({
      limit: 100,
      notes: ['at most 100 are given'],
    })
  })

  test('things that resemble tags or fields are words', () => {
    const { filter, terms } = plan('#1 C# http://a.b note:this ')
    expect(filter.tags).toEqual([])
    expect(terms.map((term) => term.word)).toEqual(['1', 'c', 'http', 'a', 'b', 'note', 'this'])
  })

  test('dates', () => {
    expect(plan('after:2026-03 before:2026-04-01 x ').filter.days).toEqual({
      from: '2026-03-01',
      to: '2026-03-31',
    })
    expect(plan('after:yesterday x ').filter.days).toEqual({ from: '2026-11-14' })
    expect(plan('before:2026 x ').filter.days).toEqual({ to: '2025-12-31' })
    // What is not after a day is before it, and the other way round.
    expect(plan('-after:2026-11-10 x ').filter.days).toEqual({ to: '2026-11-09' })
    expect(plan('-before:2026-11-10 x ').filter.days).toEqual({ from: '2026-11-10' })
    expect(plan('after:2026-11-12 before:2026-11-01 x ').notes).toEqual([
      'no day is both from 12 November 2026 and up to 31 October 2026',
    ])
    const wrong = plan('after:soon x ')
    expect(wrong.filter.days).toBeUndefined()
    expect(wrong.notes).toEqual(['after:soon is not a day: write YYYY-MM-DD'])
  })

  test('the last word is a prefix while typing, but not after a blank, in quotes, or in a long text', () => {
    const open = (text: string) =>
      plan(text)
        .terms.filter((term) => term.prefix)
        .map((term) => term.word)
    expect(open('road ma')).toEqual(['ma'])
    expect(open('road map ')).toEqual([])
    expect(open('"road map"')).toEqual([])
    expect(open('road map?')).toEqual([])
    expect(open('one two three four five six seven eight nine')).toEqual([])
    expect(open('the plan last week')).toEqual([])
  })

  test('words in every text weigh little', () => {
    const weights = Object.fromEntries(
      plan('what is the budget ').terms.map((term) => [term.word, term.weight]),
    )
    expect(weights['budget']).toBe(1)
    expect(weights['what']).toBeLessThan(0.2)
  })
})

describe('times in words', () => {
  test.each([
    ['budget last week', '2026-11-02', '2026-11-08'],
    ['budget this week', '2026-11-09', '2026-11-15'],
    ['what did I write yesterday?', '2026-11-14', '2026-11-14'],
    ['today', '2026-11-15', '2026-11-15'],
    ['this month budget', '2026-11-01', '2026-11-30'],
    ['budget last month', '2026-10-01', '2026-10-31'],
    ['notes in March', '2026-03-01', '2026-03-31'],
    ['notes in December', '2025-12-01', '2025-12-31'],
    ['notes in march 2024', '2024-03-01', '2024-03-31'],
    ['in 2024 trip', '2024-01-01', '2024-12-31'],
    ['plan 3 days ago', '2026-11-12', '2026-11-12'],
    ['plan two weeks ago', '2026-10-26', '2026-11-01'],
    ['plan last 7 days', '2026-11-09', '2026-11-15'],
    ['plan past week', '2026-11-09', '2026-11-15'],
    ['past month plan', '2026-10-16', '2026-11-15'],
    ['plan past three months', '2026-08-16', '2026-11-15'],
    ['call on last monday', '2026-11-09', '2026-11-09'],
    ['call from last sunday', '2026-11-08', '2026-11-08'],
    ['trip last year', '2025-01-01', '2025-12-31'],
  ])('%s', (text, from, to) => {
    const { filter, daysAreSpoken } = plan(text)
    expect(filter.days).toEqual({ from, to })
    expect(daysAreSpoken).toBe(true)
  })

  test('are reported, and not searched as words', () => {
    const { notes, terms } = plan('budget last week')
    expect(notes).toEqual(['changed 2 to 8 November 2026'])
    expect(terms.map((term) => term.word)).toEqual(['budget'])
    expect(plan('trip since last month').filter.days).toEqual({ from: '2026-10-01' })
  })

  test('inside a sentence, in quotes, in a conversation or without a date are words', () => {
    expect(plan('the last week of school plans').filter.days).toBeUndefined()
    expect(plan('"last week"').filter.days).toBeUndefined()
    expect(
      planSearch({ text: 'and last week', today: TODAY, conversation: ['hello'] }).filter.days,
    ).toBeUndefined()
    expect(planSearch({ text: 'budget last week' }).filter.days).toBeUndefined()
  })

  test('handle months of different lengths and leap years', () => {
    const at = (text: string, today: string) => planSearch({ text, today }).filter.days
    expect(at('last month', '2024-03-31')).toEqual({ from: '2024-02-01', to: '2024-02-29' })
    expect(at('last 1 months', '2024-03-31')).toEqual({ from: '2024-03-01', to: '2024-03-31' })
    expect(at('yesterday', '2024-03-01')).toEqual({ from: '2024-02-29', to: '2024-02-29' })
    expect(at('last week', '2026-01-01')).toEqual({ from: '2025-12-22', to: '2025-12-28' })
  })
})

describe('a conversation', () => {
  test('adds its words, with newer and shorter turns counting more, none above the question', () => {
    const { context, terms } = planSearch({
      text: 'is it free?',
      conversation: ['Tell me about alpha', 'An answer about beta', 'And about gamma'],
    })
    const weight = (word: string) => context.find((term) => term.word === word)?.weight ?? 0
    expect(weight('gamma')).toBeGreaterThan(weight('beta'))
    expect(weight('beta')).toBeGreaterThan(weight('alpha'))
    expect(weight('gamma')).toBeLessThan(terms.find((term) => term.word === 'free')?.weight ?? 0)
    const long = planSearch({
      text: 'x',
      conversation: [
        `${'filler'
          .split('')
          .map((c, at) => `${c}${at}x`)
          .join(' ')} ${Array.from({ length: 200 }, (_, at) => `word${at}`).join(' ')} delta`,
      ],
    })
    expect(long.context.find((term) => term.word === 'word3')?.weight).toBeLessThan(weight('gamma'))
  })
})

test('any text gives a plan of bounded size', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const { terms, limit } = plan(text)
      expect(terms.length).toBeLessThanOrEqual(64)
      expect(limit).toBe(10)
    }),
    { numRuns: 100 },
  )
})
