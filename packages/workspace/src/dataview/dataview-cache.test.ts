import { expect, test } from 'vitest'
import { createDataviewCache, runDataview } from './run-dataview.ts'
import type { DataviewSource } from './vault.ts'
import { type TestNote, testSource } from '../testing/test-vault.ts'

const NOTES: readonly TestNote[] = [
  { path: 'a/One.md', front: { x: 1 }, tags: ['t'], links: ['Two'] },
  { path: 'a/Two.md', front: { x: 2 } },
  { path: 'b/Three.md', front: { x: 3 }, links: ['One'] },
  { path: 'here.md' },
]

/** How often the query is run when it is asked before and after a change. */
function runsOver(
  query: string,
  change: (notes: readonly TestNote[]) => readonly TestNote[],
  today = '2021-06-15',
): number {
  const cache = createDataviewCache()
  const ask = (source: DataviewSource, day: string): void => {
    const options = { today: day, source, path: 'here.md' }
    expect(cache.run(query, options)).toEqual(runDataview(query, options))
  }
  ask(testSource(NOTES), '2021-06-15')
  ask(testSource([...NOTES].reverse()), '2021-06-15')
  expect(cache.runs()).toBe(1)
  ask(testSource(change(NOTES)), today)
  return cache.runs()
}

const edit =
  (path: string, next: Partial<TestNote>) =>
  (notes: readonly TestNote[]): readonly TestNote[] =>
    notes.map((note) => (note.path === path ? { ...note, ...next } : note))
const same = (notes: readonly TestNote[]): readonly TestNote[] => notes

test.each([
  ['an edit inside the folder', 'LIST x FROM "a"', edit('a/Two.md', { front: { x: 9 } }), 2],
  ['an edit outside it', 'LIST x FROM "a"', edit('b/Three.md', { front: { x: 9 } }), 1],
  ['a note that comes to match', 'LIST FROM #t', edit('b/Three.md', { tags: ['t'] }), 2],
  ['an edit that the folder rules out', 'LIST FROM #t and "a"', edit('b/Three.md', { tags: ['t'] }), 1],
  ['a link into the folder from outside', 'LIST file.inlinks FROM "a"', edit('b/Three.md', { links: [] }), 2],
  ['a field behind a link', 'LIST y.x FROM "a"', edit('b/Three.md', { front: { x: 9 } }), 2],
  ['the day of a note behind a link', 'LIST date(y) FROM "a"', edit('b/Three.md', { front: { x: 9 } }), 2],
  ['a note behind outgoing()', 'LIST FROM "a" and outgoing([[Three]])', edit('b/Three.md', { links: [] }), 2],
  ['the note of the query itself', 'LIST this.z FROM "a"', edit('here.md', { front: { z: 1 } }), 2],
  ['a time that is not read', 'LIST x FROM "a"', edit('a/One.md', { modified: '2022-01-01T00:00:00Z' }), 1],
  [
    'a time that is read',
    'LIST file.mtime FROM "a"',
    edit('a/One.md', { modified: '2022-01-01T00:00:00Z' }),
    2,
  ],
  [
    'a new note anywhere, which links may lead to',
    'LIST FROM "a"',
    (notes: readonly TestNote[]) => [...notes, { path: 'c/New.md' }],
    2,
  ],
])('the cache and %s', (_, query, change, runs) => {
  expect(runsOver(query, change)).toBe(runs)
})

test('the date is part of the key only if it is read', () => {
  expect(runsOver('LIST WHERE x', same, '2021-06-16')).toBe(1)
  expect(runsOver('LIST WHERE date(today) > date(2021-06-15)', same, '2021-06-16')).toBe(2)
  expect(runsOver('LIST date(x)', same, '2021-06-16')).toBe(2)
})

test('the reader’s time zone is part of the key if times are read', () => {
  const cache = createDataviewCache()
  const ask = (query: string, hours: number): void => {
    const wallClock = (milliseconds: number): number => milliseconds + hours * 3_600_000
    const options = { today: '2021-06-15', wallClock, source: testSource(NOTES), path: 'here.md' }
    expect(cache.run(query, options)).toEqual(runDataview(query, options))
  }
  for (const hours of [0, 13]) ask('LIST x', hours)
  expect(cache.runs()).toBe(1)
  for (const hours of [0, 13]) ask('LIST row.file.mday', hours)
  expect(cache.runs()).toBe(3)
})

test('evicts the least recently used', () => {
  const cache = createDataviewCache(2)
  const options = { today: '2021-06-15', source: testSource(NOTES), path: 'here.md' }
  for (const query of ['LIST', 'TASK', 'LIST', 'TABLE x', 'LIST']) cache.run(query, options)
  expect(cache.runs()).toBe(3)
  cache.run('TASK', options)
  expect(cache.runs()).toBe(4)
})
