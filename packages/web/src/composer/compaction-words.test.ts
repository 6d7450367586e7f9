import { expect, test } from 'vitest'
import { compactionWords } from './use-compact.ts'

const view = {
  modelId: 'm',
  modelName: 'M',
  pending: true,
  beforeTokens: 9400,
  afterTokens: 2100,
  summarizedTurns: 4,
  shortened: ['a.md'],
  by: 'model',
} as const

test('says in numbers what is saved, and that nothing is lost', () => {
  expect(compactionWords(view)).toBe(
    'Next message: 9.4k → 2.1k tokens. 4 turns and 1 kept text shortened. Every word stays in the chat.',
  )
  expect(compactionWords({ ...view, summarizedTurns: 1, shortened: [] })).toContain(' 1 turn shortened.')
  expect(compactionWords({ ...view, pending: false })).toBe('Nothing to save: 9.4k tokens either way.')
})
