import { expect, test } from 'vitest'
import { withChanges } from './use-chat-settings.ts'

test('shows pending values over known ones, the last change of each setting', () => {
  const known = { temperature: 0.3, maxOutputTokens: 500 }
  expect(withChanges(known, [{ reasoningEffort: 'low' }, { temperature: 0.7 }])).toEqual({
    temperature: 0.7,
    maxOutputTokens: 500,
    reasoningEffort: 'low',
  })
  expect(withChanges(known, [{ temperature: 1 }, { temperature: null }])).toEqual({ maxOutputTokens: 500 })
  expect(withChanges(known, [])).toEqual(known)
})
