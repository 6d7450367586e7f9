import { expect, test } from 'vitest'
import { shortTitle } from './chats.ts'

test('a title of usual length is whole', () => {
  expect(shortTitle('When do we launch and what still blocks it?')).toBe(
    'When do we launch and what still blocks it?',
  )
})

test('a long one ends early, with whole signs', () => {
  expect(shortTitle('👨‍👧‍👦'.repeat(200))).toBe(`${'👨‍👧‍👦'.repeat(47)}…`)
})
