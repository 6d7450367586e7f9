import { expect, test } from 'vitest'
import { maySelect } from './add-queries.ts'

test.each([
  ['LIST', true],
  ['LIST FROM "secret"', true],
  ['LIST FROM "books"', false],
  ['LIST FROM -"books"', true],
  ['LIST FROM -"secret"', false],
  ['LIST FROM "books" or "secret"', true],
  ['LIST FROM "books" and #diary', false],
  ['LIST FROM #diary', true],
  ['LIST FROM -#diary', true],
  ['LIST FROM "books" or [[diary]]', true],
])('%s could include secret/diary.md: %s', (query, expected) => {
  expect(maySelect(query)('secret/diary.md')).toBe(expected)
})
