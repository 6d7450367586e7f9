import { expect, test } from 'vitest'
import { changedKept } from './draft-chips.ts'

const kept = [
  { key: 'plan.md', status: 'current' },
  { key: 'rent.md', status: 'changed' },
  { key: 'gone.md', status: 'missing' },
] as const
const changed = ['plan.md']

test('a note has changed if the chat or a newer forecast says so', () => {
  expect(changedKept({ kept, changed: [], attached: [] })).toEqual(['rent.md'])
  expect(changedKept({ kept, changed, attached: [] })).toEqual(['plan.md', 'rent.md'])
})

test('is not offered if attached again', () => {
  expect(changedKept({ kept, changed, attached: ['plan.md'] })).toEqual(['rent.md'])
})
