import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SearchFilter } from '../search/search-source.ts'
import { openIndexForReading } from '../database/index-file.ts'
import { SqliteSearchSource } from './search-source.ts'
import { buildIndex } from '../testing/build-index.ts'
import { type TemporaryWorkspace, temporaryWorkspace } from '../testing/temporary-workspace.ts'

const ANY: SearchFilter = { tags: [], withoutTags: [], paths: [], withoutPaths: [], exclude: [] }
const FILES = {
  'work/plan.md': 'common words #work/plan [[Éclair]] [[old/place/diary]]',
  'work/Éclair.md': `# Éclair\n\ncommon cream #food\n${'sweet '.repeat(300)}\n\n# More\n\nsugar, ${'cream '.repeat(9)}`,
  'home/diary.md': 'common day #home',
  'home/2026-03-05.md': 'common walk',
  'Varve/chats/c.md': 'common chat #food [[Éclair]]',
}

let place: TemporaryWorkspace
let source: SqliteSearchSource
let close: () => void

beforeAll(async () => {
  place = temporaryWorkspace(FILES)
  for (const [index, path] of Object.keys(FILES).entries()) {
    const at = new Date(2026, 0, 10 + index, 12)
    utimesSync(join(place.root, path), at, at)
  }
  await buildIndex(place.root, place.file)
  const connection = openIndexForReading(place.file)
  close = () => connection.close()
  source = new SqliteSearchSource(connection)
})

afterAll(async () => {
  close()
  await place.remove()
})

/** What passes a filter, by both ways of finding it, which must agree. */
function passing(filter: Partial<SearchFilter>): readonly string[] {
  const whole = { ...ANY, ...filter }
  const found = source.findPassages({ match: '"common"', limit: 50, filter: whole }).map(({ file }) => file)
  const listed = source.listFiles(whole, 50)
  const paths = (ids: readonly number[]): readonly string[] =>
    source
      .files(ids)
      .map((file) => file.path)
      .toSorted()
  expect(paths(found)).toEqual(paths(listed))
  return paths(listed)
}

const VISIBLE = ['home/2026-03-05.md', 'home/diary.md', 'work/plan.md', 'work/Éclair.md']

describe('filters', () => {
  test('none: everything but Varve’s own folder', () => expect(passing({})).toEqual(VISIBLE))

  test('tags include nested ones, and several must all match', () => {
    expect(passing({ tags: ['work'] })).toEqual(['work/plan.md'])
    expect(passing({ tags: ['work/plan'] })).toEqual(['work/plan.md'])
    expect(passing({ tags: ['wor'] })).toEqual([])
    expect(passing({ tags: ['work', 'food'] })).toEqual([])
    expect(passing({ withoutTags: ['food', 'home'] })).toEqual(['home/2026-03-05.md', 'work/plan.md'])
  })

  test('paths: a folder, a part, one of two, and neither; case-insensitive', () => {
    expect(passing({ paths: [{ kind: 'folder', text: 'work/' }] })).toEqual([
      'work/plan.md',
      'work/Éclair.md',
    ])
    expect(passing({ paths: [{ kind: 'contains', text: 'éclair' }] })).toEqual(['work/Éclair.md'])
    const either = [
      { kind: 'contains', text: 'diary' },
      { kind: 'contains', text: 'plan' },
    ] as const
    expect(passing({ paths: either })).toEqual(['home/diary.md', 'work/plan.md'])
    expect(passing({ withoutPaths: either })).toEqual(['home/2026-03-05.md', 'work/Éclair.md'])
  })

  test('Varve’s own folder only if named', () => {
    expect(passing({ paths: [{ kind: 'folder', text: 'varve/' }] })).toEqual(['Varve/chats/c.md'])
    expect(passing({ paths: [{ kind: 'contains', text: 'varve' }] })).toEqual(['Varve/chats/c.md'])
    expect(passing({ paths: [{ kind: 'contains', text: 'chats' }] })).toEqual([])
  })

  test('dates: of the last change, or in the name, inclusive', () => {
    expect(passing({ days: { from: '2026-01-11', to: '2026-01-12' } })).toEqual([
      'home/diary.md',
      'work/Éclair.md',
    ])
    expect(passing({ days: { to: '2026-01-10' } })).toEqual(['work/plan.md'])
    expect(passing({ days: { from: '2026-03-05', to: '2026-03-05' } })).toEqual(['home/2026-03-05.md'])
  })

  test('excludes exact paths, and restricts to file ids', () => {
    expect(passing({ exclude: ['home/diary.md', 'work/plan.md'] })).toEqual([
      'home/2026-03-05.md',
      'work/Éclair.md',
    ])
    const id = source.fileAt('home/diary.md') ?? -1
    expect(passing({ within: [id] })).toEqual(['home/diary.md'])
    expect(passing({ within: [] })).toEqual([])
    expect(passing({ notWithin: [id] })).toEqual(VISIBLE.filter((path) => path !== 'home/diary.md'))
  })

  test('fills a limit although many excluded files come first', () => {
    const filter = { ...ANY, exclude: ['home/diary.md', 'work/plan.md', 'home/2026-03-05.md'] }
    expect(source.findPassages({ match: '"common"', limit: 1, filter })).toHaveLength(1)
  })
})

describe('lookups', () => {
  test('ranks names by the weight of their column, ignoring diacritics', () => {
    const [first] = source.findFiles({ match: '"eclair"', limit: 5, filter: ANY, weights: [10, 5, 5, 5, 1] })
    expect(source.files([first ?? -1])[0]).toMatchObject({
      path: 'work/Éclair.md',
      title: 'Éclair',
      tags: ['food'],
    })
  })

  test('of a share of the index, finds the newest passages', () => {
    const query = { match: '"common"', limit: 9, filter: { ...ANY, exclude: ['none.md'] } }
    const all = source.findPassages(query).map(({ passage }) => passage)
    const some = source.findPassages({ ...query, share: 0.4 }).map(({ passage }) => passage)
    expect(new Set(some)).toEqual(new Set(all.filter((passage) => passage > 3)))
    expect(some.length).toBeGreaterThan(0)
    expect(some.length).toBeLessThan(all.length)
  })

  test('one passage per file: the best', () => {
    const query = { match: '"common" OR "cream"', limit: 9, filter: ANY }
    const all = source.findPassages(query)
    const best = [...Map.groupBy(all, ({ file }) => file).values()].map(([first]) => first)
    expect(all.length).toBeGreaterThan(best.length)
    expect(source.findPassages({ ...query, onePerFile: true })).toEqual(best)
    expect(source.findPassages({ ...query, onePerFile: true, limit: 2 })).toEqual(best.slice(0, 2))
    expect(source.findPassages({ ...query, onePerFile: true, share: 0.1 }).length).toBeLessThan(best.length)
  })

  test('the vocabulary of a range, with the number of passages per term', () => {
    expect(source.vocabulary('comm', 'comn')).toEqual([{ term: 'common', documents: 5 }])
    expect(source.documentFrequency('common')).toBe(5)
    expect(source.documentFrequency('absent')).toBe(0)
    expect(source.totals()).toEqual({ files: 5, passages: 6 })
  })

  test('links by target, moved notes included, Varve’s own chats excluded', () => {
    const plan = source.fileAt('work/plan.md') ?? -1
    const eclair = source.fileAt('work/Éclair.md') ?? -1
    const diary = source.fileAt('home/diary.md') ?? -1
    expect(source.linksFrom([plan]).map((link) => link.to)).toEqual([eclair, diary])
    expect(source.linksTo([eclair], 10)).toEqual([{ from: plan, line: 1, to: eclair }])
    expect(source.linksTo([diary], 10)).toEqual([{ from: plan, line: 1, to: diary }])
  })

  test('an invalid expression is an error, not an empty result', () => {
    expect(() => source.findPassages({ match: '"', limit: 1, filter: ANY })).toThrow()
  })
})
