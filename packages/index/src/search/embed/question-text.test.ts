import { expect, test } from 'vitest'
import { questionText } from '../../client/embedding.ts'

test('a question is embedded without filters and what is not wanted', () => {
  expect(questionText({ text: 'how to "bake bread" -cake #food path:kitchen/ after:2026-01-01' })).toBe(
    'how to bake bread',
  )
  expect(questionText({ text: '#food in:kitchen -cake' })).toBe('')
  expect(questionText({ text: 'word '.repeat(10_000) }).length).toBeLessThanOrEqual(1000)
})
