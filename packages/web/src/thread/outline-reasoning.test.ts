import { expect, test } from 'vitest'
import { outlineReasoning } from './answer-body.tsx'

const text = '\n**Reading the lease**\n\n- The `break` date\n\n'

test('the first line stands for what was thought, the last for what is being thought', () => {
  expect(outlineReasoning(text, 'first')).toBe('Reading the lease')
  expect(outlineReasoning(text, 'last')).toBe('The break date')
  expect(outlineReasoning(' \n', 'last')).toBe('')
  expect(outlineReasoning('x'.repeat(5_000), 'first')).toHaveLength(240)
})
