import { expect, test } from 'vitest'
import { changedKept } from './changed-kept.ts'

const kept = [
  { key: 'plan.md', status: 'current' },
  { key: 'rent.md', status: 'changed' },
  { key: 'gone.md', status: 'missing' },
] as const
const changed = ['plan.md']

test('a note has changed if the chat says so, or a forecast that is newer', () => {
  expect(changedKept({ kept, changed: [], attached: [] })).toEqual(['rent.md'])
  expect(changedKept({ kept, changed, attached: [] })).toEqual(['plan.md', 'rent.md'])
})

test('one that is attached again is not offered again', () => {
  expect(changedKept({ kept, changed, attached: ['plan.md'] })).toEqual(['rent.md'])
})
