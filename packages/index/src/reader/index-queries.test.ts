import { expect, test } from 'vitest'
import { countTags } from './index-queries.ts'

const row = (tag: string, file_id: number) => ({ tag, fold: tag.toLowerCase(), file_id })

test('a file counts once for each parent tag, even one that nobody wrote', () => {
  const rows = [row('a', 1), row('a/b', 1), row('A/b/c', 2), row('a/d', 2), row('walk/far', 3)]
  expect(countTags(rows)).toEqual([
    { tag: 'a', count: 2 },
    { tag: 'a/b', count: 2 },
    { tag: 'A/b/c', count: 1 },
    { tag: 'a/d', count: 1 },
    { tag: 'walk', count: 1 },
    { tag: 'walk/far', count: 1 },
  ])
})

test('skips steps without a name', () => {
  expect(countTags([row('a//b', 1), row('/c', 1)])).toEqual([
    { tag: '/c', count: 1 },
    { tag: 'a', count: 1 },
    { tag: 'a//b', count: 1 },
  ])
})
