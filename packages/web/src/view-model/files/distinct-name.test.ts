import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDistinctName, distinctName } from './file-names.ts'

test('a name shared by two files shows the folder that distinguishes them', () => {
  const all = ['A/Note.md', 'B/Note.md', 'x/B/Note.md', 'Other.md', 'AnOther.md', 'top.md', 'A/top.md']
  expect(distinctName('A/Note.md', all)).toBe('A/Note.md')
  expect(distinctName('x/B/Note.md', all)).toBe('x/B/Note.md')
  expect(distinctName('Other.md', all)).toBe('Other.md')
  expect(distinctName('top.md', all)).toBe('top.md')
  expect(distinctName('A/top.md', all)).toBe('A/top.md')
  expect(distinctName('deep/in/Alone.md', all)).toBe('Alone.md')
})

test('different files never have the same label', () => {
  const path = fc.array(fc.constantFrom('a', 'b', 'note.md'), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(fc.uniqueArray(path.map((steps) => steps.join('/'))), (all) => {
      const names = all.map((each) => distinctName(each, all))
      expect(new Set(names).size).toBe(all.length)
      expect(all.map(createDistinctName(all))).toEqual(names)
    }),
  )
})

test('a trailing slash gives no other label', () => {
  expect(createDistinctName([])('https://example.org/')).toBe('https://example.org/')
})
