import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerSearch, mergeCopies } from './answer-search.ts'
import { relatedNotes } from './related-notes.ts'
import type { SearchHit, SearchRequest } from './search-index.ts'
import { openMemorySource, type TestNote } from './testing/memory-source.ts'
import { tokenize } from '@varve/workspace/notes'

const DAY = 86_400_000
const NOW = new Date(2026, 10, 15, 12).getTime()
const RUNS = process.env['VARVE_TEST_SHARE'] === 'full' ? 1000 : 100

const NOTES: readonly TestNote[] = [
  {
    path: 'garden/Compost.md',
    text: '# Compost\nKitchen scraps become soil.\n\n## Heap\nTurn the heap every week.\n',
    tags: ['garden/soil'],
    modified: NOW - 8 * DAY,
  },
  {
    path: 'garden/Tomatoes.md',
    text: 'Tomatoes like compost and sun.\n\nSee the Compost note for the heap.\n',
    tags: ['garden'],
    links: [{ to: 'garden/Compost.md', line: 3 }],
    modified: NOW - DAY,
  },
  {
    path: 'work/Obsidian.md',
    text: 'Obsidian keeps notes as plain files.\n',
    aliases: ['The stone'],
    modified: NOW,
  },
  {
    path: 'work/Budget.md',
    text: 'The budget for the obsidian project.\nRent and tools.\n',
    tags: ['work'],
    modified: NOW,
  },
  { path: '日記/2026-11-04.md', text: '今日は東京タワーで機械学習を勉強した。\n', modified: NOW - 90 * DAY },
  { path: 'work/机器学习.md', text: '机器学习的方法很多。\n', modified: NOW },
  { path: 'work/Watering.md', text: 'When plants are thirsty they droop; a can helps.\n', modified: NOW },
  {
    path: 'garden/Calendar.md',
    text: 'In dry July weeks the beds drink a lot, so see how to give them enough each evening.\n',
    links: [{ to: 'work/Watering.md', line: 1 }],
    modified: NOW,
  },
]
const source = openMemorySource(NOTES)
const ask = (request: SearchRequest | string) =>
  answerSearch(source, {
    today: '2026-11-15',
    ...(typeof request === 'string' ? { text: request } : request),
  })
const paths = (request: SearchRequest | string) => ask(request).hits.map((hit) => hit.path)

describe('matching', () => {
  test('a title ranks above the same word in a text', () => {
    expect(paths('compost')[0]).toBe('garden/Compost.md')
    expect(paths('obsidian')[0]).toBe('work/Obsidian.md')
    expect(paths('stone')).toEqual(['work/Obsidian.md'])
  })

  test('finds other forms of a word, and prefixes while typing', () => {
    expect(paths('tomato')).toContain('garden/Tomatoes.md')
    expect(paths('obsi')[0]).toBe('work/Obsidian.md')
    expect(paths('obsi ')).toEqual([])
  })

  test('corrects a mistyped word, and says so', () => {
    const { hits, notes } = ask('obsidan ')
    expect(hits[0]?.path).toBe('work/Obsidian.md')
    expect(notes).toEqual(['typo: obsidan → obsidian'])
    // The index knows stems alone; the note says what was written.
    expect(ask('tomatp ').notes).toEqual(['typo: tomatp → tomatoes'])
    expect(ask('tomatose sun').hits[0]?.path).toBe('garden/Tomatoes.md')
  })

  test.each([
    ['enviroment', 'environment'],
    ['enviroments', 'environments'],
    ['databse', 'database'],
    ['recieve', 'receive'],
    ['authenication', 'authentication'],
    ['kuberntes', 'kubernetes'],
    ['documnetation', 'documentation'],
    ['adminstration', 'administration'],
    ['runing', 'running'],
  ])('%s is %s, whatever its stem is', (typed, meant) => {
    const notes = [
      { path: 'a.md', text: `Kyber documenta environmentalism administrators xyz ${meant} end.` },
    ]
    expect(answerSearch(openMemorySource(notes), { text: typed, today: '2026-11-07' })).toMatchObject({
      hits: [{ path: 'a.md' }],
      notes: [`typo: ${typed} → ${meant}`],
    })
  })

  test('corrects nothing if the word exists, even only in a title', () => {
    expect(ask('heap ').notes).toEqual([])
    expect(ask('calendar ').notes).toEqual([])
    expect(ask('qqqqzzzz ').hits).toEqual([])
  })

  test('splits Chinese and Japanese into words', () => {
    expect(paths('机器学习')[0]).toBe('work/机器学习.md')
    expect(paths('勉強')).toEqual(['日記/2026-11-04.md'])
    // The longer word is one word to the segmenter.
    expect(tokenize('東京タワー')).toHaveLength(1)
    expect(paths('東京 ')).toEqual(['日記/2026-11-04.md'])
  })

  test('finds Korean words with particles, and single characters', () => {
    const joined = openMemorySource([
      { path: 'a.md', text: '학교에서 친구를 만났다' },
      { path: 'b.md', text: '山田さんと会った' },
    ])
    const found = (text: string) => answerSearch(joined, { text }).hits
    for (const text of ['학교', '학교 ', '학교 급식', '"학교"', '학교 -급식'])
      expect(found(text).map((hit) => hit.path)).toEqual(['a.md'])
    const [hit] = found('학교 친구')
    expect(hit?.highlights.map(([start, end]) => hit.snippet.slice(start, end))).toEqual([
      '학교에서',
      '친구를',
    ])
    expect(found('친구 -학교')).toEqual([])
    expect(found('山').map((each) => each.path)).toEqual(['b.md'])
    expect(found('"山田"').map((each) => each.path)).toEqual(['b.md'])
  })

  test('a phrase word for word; if it does not occur, its words, and says so', () => {
    expect(paths('"kitchen scraps"')).toEqual(['garden/Compost.md'])
    const { hits, notes } = ask('"scraps kitchen"')
    expect(hits[0]?.path).toBe('garden/Compost.md')
    expect(notes).toEqual(['nowhere word for word; found by the words of the phrase'])
  })

  test('finds emoji in texts, names and tags', () => {
    const pictures = openMemorySource([
      { path: 'party.md', text: 'We won 🎉 at last.', tags: ['🎉tag'], modified: NOW },
      { path: '🌱 Seeds.md', text: 'What to sow.', tags: ['tag'], modified: NOW - DAY },
    ])
    const found = (text: string) => answerSearch(pictures, { text }).hits.map((hit) => hit.path)
    expect(found('🎉')).toEqual(['party.md'])
    expect(found('🌱')).toEqual(['🌱 Seeds.md'])
    expect(found('🚀')).toEqual([])
    expect(found('#🎉tag')).toEqual(['party.md'])
    expect(found('#tag')).toEqual(['🌱 Seeds.md'])
    expect(found('won -🎉')).toEqual([])
    const [hit] = answerSearch(pictures, { text: '🎉' }).hits
    expect(hit?.highlights.map(([start, end]) => hit.snippet.slice(start, end))).toEqual(['🎉'])
  })

  test('a linked note is not a hit for a phrase', () => {
    const linked = openMemorySource([
      {
        path: 'a.md',
        text: 'The blue manatee lagoon is near. See it there.',
        links: [{ to: 'b.md', line: 1 }],
        modified: NOW,
      },
      { path: 'b.md', text: 'Opening hours and prices.', modified: NOW },
    ])
    const found = (text: string) => answerSearch(linked, { text }).hits.map((hit) => hit.path)
    expect(found('the blue manatee lagoon is near')).toEqual(['a.md', 'b.md'])
    for (const text of [
      '"blue manatee lagoon" near',
      '"manatee" blue lagoon near',
      '"lagoon blue manatee" near',
    ])
      expect(found(text)).toEqual(['a.md'])
  })

  test('excludes every passage of a file with an excluded word', () => {
    expect(paths('obsidian -budget')).toEqual(['work/Obsidian.md'])
    expect(paths('compost -"kitchen scraps"')).toEqual(['garden/Tomatoes.md'])
  })

  test('by tag with nested tags, folder, path and title', () => {
    expect(paths('compost #garden').toSorted()).toEqual(['garden/Compost.md', 'garden/Tomatoes.md'])
    expect(paths('compost tag:garden/soil')).toEqual(['garden/Compost.md'])
    expect(paths('compost -#garden/soil')).toEqual(['garden/Tomatoes.md'])
    expect(paths('obsidian path:budg')).toEqual(['work/Budget.md'])
    expect(paths('obsidian in:garden')).toEqual([])
    expect(paths('obsidian in:work')).toHaveLength(2)
    expect(paths('title:compost heap')).toEqual(['garden/Compost.md'])
    expect(paths('-title:compost heap')).toEqual(['garden/Tomatoes.md'])
    expect(paths('-title:compost -title:"of nothing" #garden')).toEqual(['garden/Tomatoes.md'])
    expect(paths({ text: '-title:compost', limit: 100 })).toHaveLength(NOTES.length - 1)
  })

  test('filters alone list matches, newest first', () => {
    expect(paths('#garden')).toEqual(['garden/Tomatoes.md', 'garden/Compost.md'])
    expect(paths('')).toEqual([])
  })

  test('by change date, or the date in the name', () => {
    expect(paths('last week').toSorted()).toEqual(['garden/Compost.md', '日記/2026-11-04.md'])
    expect(paths('compost yesterday')).toEqual(['garden/Tomatoes.md'])
    const { hits, notes } = ask('rent last week')
    expect(hits[0]?.path).toBe('work/Budget.md')
    expect(notes).toEqual(['changed 2 to 8 November 2026', 'nothing changed in that time; found at any time'])
    expect(paths('rent after:2026-11-01 before:2026-11-09')).toEqual([])
  })

  test('earlier messages help a short question', () => {
    const text = 'how often must I turn it?'
    expect(paths({ text, conversation: ['Tell me about the budget', 'It pays rent and tools'] })[0]).toBe(
      'work/Budget.md',
    )
    expect(paths({ text: 'and when they droop?', conversation: ['compost'] })[0]).toBe('work/Watering.md')
  })
})

describe('links', () => {
  const text = 'In dry July weeks the beds drink a lot each evening'

  test('finds a note by the words of notes that link to it', () => {
    expect(paths({ text, exclude: ['garden/Tomatoes.md'] })).toContain('work/Watering.md')
  })

  test('an excluded note neither matches nor lends its words', () => {
    expect(paths({ text, exclude: ['garden/Calendar.md'] })).not.toContain('work/Watering.md')
  })

  test('marks hits without any of the words as linked', () => {
    const linked = openMemorySource([
      { path: 'a.md', text: 'The quay leads there.', links: [{ to: 'b.md', line: 1 }] },
      { path: 'b.md', text: 'Nothing of it.' },
    ])
    expect(answerSearch(linked, { text: 'quay' }).hits.map((hit) => [hit.path, hit.linked])).toEqual([
      ['a.md', undefined],
      ['b.md', true],
    ])
  })

  test('linked hits must pass the filter too', () => {
    expect(paths(`${text} in:garden`)).not.toContain('work/Watering.md')
  })
})

describe('results', () => {
  test('say so when nothing changed in a time range', () => {
    expect(ask({ text: 'yesterday', today: '2020-01-02' })).toMatchObject({ hits: [], unchanged: true })
    expect(ask('after:2026-11-14')).not.toHaveProperty('unchanged')
    const named = openMemorySource([
      { path: 'Yesterday.md', text: 'By the Beatles.' },
      { path: 'b.md', text: 'yesterday' },
    ])
    expect(answerSearch(named, { text: 'yesterday', today: '2026-11-15' })).toMatchObject({
      hits: [{ path: 'Yesterday.md' }],
      notes: ['nothing changed in that time; found by name'],
    })
  })

  test('have lines and headings to cite, and mark the match', () => {
    const [hit] = ask('turn heap').hits
    expect(hit?.path).toBe('garden/Compost.md')
    expect(hit?.lines).toEqual([1, 5])
    expect(hit?.line).toBe(4)
    expect(hit?.headings).toEqual(['Compost'])
    const linked = openMemorySource([
      { path: 'a.md', text: '# [Loki](https://grafana.com) in [[use]]\nlogs\n' },
    ])
    expect(answerSearch(linked, { text: 'logs' }).hits[0]?.headings).toEqual(['Loki in use'])
    const marked = hit?.highlights.map(([start, end]) => hit.snippet.slice(start, end))
    expect(marked).toEqual(expect.arrayContaining(['Turn', 'heap']))
  })

  test('for excluded words alone are the files without them', () => {
    const found = paths({ text: '-compost', limit: 100 })
    expect(found).toContain('work/Watering.md')
    expect(found).not.toContain('garden/Compost.md')
    expect(paths({ text: '-compost', limit: 1 })).toHaveLength(1)
  })

  test('keep to the limit, in a stable order', () => {
    expect(paths({ text: 'the compost obsidian', limit: 2 })).toHaveLength(2)
    expect(ask('the compost obsidian')).toEqual(ask('the compost obsidian'))
  })

  test('exist for any text: nothing typed reaches the index as syntax', () => {
    const hostile = fc.constantFrom(
      '"',
      '*',
      '(',
      ')',
      ' AND ',
      ' OR ',
      ' NOT ',
      'NEAR(',
      '^',
      ':',
      '{title}',
      '-',
      '+',
      '\u0000',
      "'",
      ';',
      '\\',
      '#',
      'tag:',
      'path:"',
    )
    const text = fc
      .array(fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 20 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 2 }), (typed, conversation) => {
        expect(Array.isArray(ask({ text: typed, conversation }).hits)).toBe(true)
      }),
      { numRuns: RUNS },
    )
  })
})

test('related notes share words or links, and exclude the note itself', () => {
  const related = relatedNotes(source, 'garden/Compost.md', 5)
  expect(related[0]?.path).toBe('garden/Tomatoes.md')
  expect(related.map((hit) => hit.path)).not.toContain('garden/Compost.md')
  expect(relatedNotes(source, 'work/Watering.md', 5).map((hit) => hit.path)).toContain('garden/Calendar.md')
  expect(relatedNotes(source, 'nowhere.md', 5)).toEqual([])
})

test('identical passages become one hit that names the others; short and linked ones stay apart', () => {
  const hit = (path: string, snippet: string, linked = false): SearchHit => ({
    path,
    title: path,
    kind: 'note',
    lines: [1, 1],
    headings: [],
    score: 1,
    coverage: 1,
    snippet,
    highlights: [],
    ...(linked ? { linked } : {}),
  })
  const long = 'The heron waits by the weir until the tide turns.'
  const merged = mergeCopies([
    hit('a.md', long),
    hit('b.md', 'short'),
    hit('c.md', long.replace(' by ', '\n by ')),
    hit('d.md', 'short'),
    hit('e.md', long, true),
    hit('f.md', long),
  ])
  expect(merged.map(({ path, copies }) => [path, copies])).toEqual([
    ['a.md', ['c.md', 'f.md']],
    ['b.md', undefined],
    ['d.md', undefined],
    ['e.md', undefined],
  ])
})
