import { expect, test } from 'vitest'
import { changedKept, noticedChange } from './changed-kept.ts'

const kept = [
  { key: 'plan.md', status: 'current' },
  { key: 'rent.md', status: 'changed' },
  { key: 'gone.md', status: 'missing' },
] as const
const notices = ['plan.md changed on disk; attach it again to use the new text.']

test('a note has changed where the chat knows it, or a notice that is newer', () => {
  expect(changedKept({ kept, notices: [], attached: [] })).toEqual(['rent.md'])
  expect(changedKept({ kept, notices, attached: [] })).toEqual(['plan.md', 'rent.md'])
})

test('one that is attached again is not offered again', () => {
  expect(changedKept({ kept, notices, attached: ['plan.md'] })).toEqual(['rent.md'])
})

test('a notice is about the note that it begins with, and only where it says that it changed', () => {
  expect(noticedChange(notices[0] ?? '', ['rent.md', 'plan.md'])).toBe('plan.md')
  expect(noticedChange('old plan.md changed on disk; attach it again.', ['plan.md'])).toBeUndefined()
  expect(noticedChange('plan.md is no longer in the workspace.', ['plan.md'])).toBeUndefined()
})
