import type { FileView } from '@varve/contract'
import { describe, expect, test } from 'vitest'
import { indexFiles, rankFiles, recentFiles } from './rank-files.ts'

function file(path: string, title = path): FileView {
  return { path, title, kind: 'note', bytes: 10, modified: 0, tokens: 3 }
}

function found(paths: readonly string[], query: string): readonly string[] {
  const index = indexFiles(paths.map((path) => file(path)))
  return rankFiles(index, query, 10).matches.map((match) => match.file.path)
}

function marked(path: string, query: string): readonly string[] {
  const [match] = rankFiles(indexFiles([file(path)]), query, 10).matches
  return match?.marks.map(([from, to]) => match.name.slice(from, to)) ?? []
}

describe('rankFiles', () => {
  test('ranks the start of the name, then of a word, then inside, then the path', () => {
    const paths = ['rentals/a.md', 'parent.md', 'the-rent.md', 'notes/rent.md']
    expect(found(paths, 'rent')).toEqual(['notes/rent.md', 'the-rent.md', 'parent.md', 'rentals/a.md'])
  })

  test('chats follow notes unless named in full', () => {
    const paths = ['Varve/chats/books about tides.md', 'books/tides.md', 'my-books.md']
    expect(found(paths, 'boo')).toEqual(['my-books.md', 'books/tides.md', 'Varve/chats/books about tides.md'])
    expect(found(paths, 'books about tides')[0]).toBe('Varve/chats/books about tides.md')
  })

  test('does not depend on the input order', () => {
    const paths = ['b/plan.md', 'a/plan.md', 'plan-2.md']
    expect(found(paths, 'plan')).toEqual(found([...paths].reverse(), 'plan'))
    expect(found(paths, 'plan')).toEqual(['a/plan.md', 'b/plan.md', 'plan-2.md'])
  })

  test('marks the match in the original spelling of the name', () => {
    expect(marked('Notes/The-Rent.md', 'rent')).toEqual(['Rent'])
    expect(marked('Notes/Café.md', 'cafe')).toEqual(['Café'])
  })

  test('finds by title if the name does not match', () => {
    const files = indexFiles([file('2026-11-09.md', 'Weekly meeting'), file('other.md')])
    expect(rankFiles(files, 'weekly', 10).matches.map((match) => match.file.path)).toEqual(['2026-11-09.md'])
  })

  test('finds by an alias as by a title, and says which', () => {
    const stone = { ...file('geology/granite.md', 'Granite'), aliases: ['Rock', 'The Grey Stone'] }
    const files = indexFiles([file('stones/a.md'), stone, file('stone.md')])
    const { matches } = rankFiles(files, 'stone', 10)
    expect(matches.map(({ file: { path }, alias }) => [path, alias])).toEqual([
      ['stone.md', undefined],
      ['geology/granite.md', 'The Grey Stone'],
      ['stones/a.md', undefined],
    ])
    expect(matches[1]?.marks.map(([from, to]) => matches[1]?.alias?.slice(from, to))).toEqual(['Stone'])
    expect(rankFiles(files, 'granite', 10).matches[0]?.alias).toBeUndefined()
    expect(rankFiles(files, 'stone grey', 10).matches[0]?.file.path).toBe('geology/granite.md')
  })

  test('exact titles and aliases come before prefixes', () => {
    const aliased = { ...file('z/granite.md', 'Granite'), aliases: ['Stones', 'Stone'] }
    const files = indexFiles([file('stones.md'), file('2026.md', 'Stone'), aliased])
    const { matches } = rankFiles(files, 'stone', 10)
    expect(matches.map(({ file: { path }, alias, isNamed }) => [path, alias, isNamed])).toEqual([
      ['2026.md', undefined, true],
      ['z/granite.md', 'Stone', true],
      ['stones.md', undefined, undefined],
    ])
  })

  test('an empty query lists all by path', () => {
    expect(found(['c.md', 'a.md', 'b.md'], '')).toEqual(['a.md', 'b.md', 'c.md'])
  })

  test('a letter that grows in case folding marks nothing rather than the wrong place', () => {
    expect(found(['ﬃ-İ-plan.md'], 'plan')).toHaveLength(1)
    expect(marked('İİ-plan.md', 'plan')).toEqual(['plan'])
  })

  test.each([
    ['lnchpln', 'shortened'],
    ['luanch-plan', 'two letters swapped'],
    ['lauch-plan', 'one letter missing'],
    ['plan-launch', 'words in another order'],
  ])('%s finds launch-plan.md: %s', (query) => {
    expect(found(['product/launch-plan.md', 'zebra.md'], query)).toEqual(['product/launch-plan.md'])
  })

  test('similar names follow exact matches, and are marked', () => {
    expect(found(['tide-data.md', 'tdata.md'], 'tdata')).toEqual(['tdata.md', 'tide-data.md'])
    expect(marked('product/launch.md', 'lnch').join('')).toBe('lnch')
  })

  test('says how many match, and returns as many as requested', () => {
    const index = indexFiles(Array.from({ length: 412 }, (_, number) => file(`plan-${number}.md`)))
    const { matches, found: all } = rankFiles(index, 'plan', 7)
    expect([matches.length, all]).toEqual([7, 412])
  })

  test.each(['(', '[a', '\\', '*', "'", '.', '…', '/'])('a query of symbols is harmless: %s', (query) => {
    expect(rankFiles(indexFiles([file('a b.md')]), query, 7).matches.length).toBeLessThanOrEqual(1)
  })
})

test('lists the most recently changed files first', () => {
  const files = [1, 3, 2].map((modified) => ({ ...file(`${modified}.md`), modified }))
  expect(recentFiles(files, 2).map(({ file: { path } }) => path)).toEqual(['3.md', '2.md'])
})
