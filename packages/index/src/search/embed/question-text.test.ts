import { expect, test } from 'vitest'
import { questionText } from '../../client/embedding.ts'

test('embeds a question without filters and excluded words', () => {
  expect(questionText({ text: 'how to "bake bread" -cake #food path:kitchen/ after:2026-01-01' })).toBe(
    'how to bake bread',
  )
  expect(questionText({ text: '#food in:kitchen -cake' })).toBe('')
  expect(questionText({ text: 'word '.repeat(10_000) }).length).toBeLessThanOrEqual(1000)
})
