import type { FileView } from '@varve/server/types'
import { describe, expect, test } from 'vitest'
import { rankFiles } from './rank-files.ts'

function file(path: string, title = path): FileView {
  return { path, title, kind: 'note', bytes: 10, modified: 0, tokens: 3 }
}

function found(paths: readonly string[], query: string): readonly string[] {
  return rankFiles(
    paths.map((path) => file(path)),
    query,
  ).map((match) => match.file.path)
}

describe('rankFiles', () => {
  test('start of the name, then of a word, then inside, then the path', () => {
    const paths = ['rentals/a.md', 'parent.md', 'the-rent.md', 'notes/rent.md']
    expect(found(paths, 'rent')).toEqual(['notes/rent.md', 'the-rent.md', 'parent.md', 'rentals/a.md'])
  })

  test('the order does not depend on the order of the files', () => {
    const paths = ['b/plan.md', 'a/plan.md', 'plan-2.md']
    expect(found(paths, 'plan')).toEqual(found([...paths].reverse(), 'plan'))
    expect(found(paths, 'plan')).toEqual(['a/plan.md', 'b/plan.md', 'plan-2.md'])
  })

  test('marks where the query stands in the name as it is written', () => {
    const [match] = rankFiles([file('Notes/The-Rent.md')], 'rent')
    expect(match?.name.slice(...(match.hit as [number, number]))).toBe('Rent')
  })

  test('finds by title where the name says nothing', () => {
    const files = [file('2026-11-09.md', 'Weekly meeting'), file('other.md')]
    expect(rankFiles(files, 'weekly').map((match) => match.file.path)).toEqual(['2026-11-09.md'])
  })

  test('an empty query lists all by path', () => {
    expect(found(['c.md', 'a.md', 'b.md'], '')).toEqual(['a.md', 'b.md', 'c.md'])
  })

  test('a letter that grows when lower-cased marks nothing instead of the wrong place', () => {
    const [match] = rankFiles([file('İİ-plan.md')], 'plan')
    expect(match?.hit).toEqual([0, 0])
  })
})
