import { expect, test } from 'vitest'
import { outlineReasoning } from './answer-body.tsx'

const text = '\n**Reading the lease**\n\n- The `break` date\n\n'

test('shows the first line of finished thinking, the last line while it goes on', () => {
  expect(outlineReasoning(text, 'first')).toBe('Reading the lease')
  expect(outlineReasoning(text, 'last')).toBe('The break date')
  expect(outlineReasoning(' \n', 'last')).toBe('')
  expect(outlineReasoning('x'.repeat(5_000), 'first')).toHaveLength(240)
})
