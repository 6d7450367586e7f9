import { expect, test } from 'vitest'
import { shortTitle } from './chats.ts'

test('keeps a title of usual length', () => {
  expect(shortTitle('When do we launch and what still blocks it?')).toBe(
    'When do we launch and what still blocks it?',
  )
})

test('shortens a long one without splitting characters', () => {
  expect(shortTitle('👨‍👧‍👦'.repeat(200))).toBe(`${'👨‍👧‍👦'.repeat(47)}…`)
})
