import { expect, test } from 'vitest'
import { readSteps } from './read-steps.ts'

const call = (status: string) => ({
  callId: 'a',
  tool: 'rm',
  arguments: '{}',
  status,
  summary: 'rm',
  more: 1,
})
const steps = [{ text: '', calls: ['done', 'failed', 'running', 'waiting'].map(call) }]

test('pending and running steps of an ended answer are cancelled; others stay', () => {
  expect(readSteps(steps, false)).toBe(steps)
  const [step] = readSteps(steps, true) ?? []
  expect(step?.calls.map(({ status }) => status)).toEqual(['done', 'failed', 'failed', 'failed'])
  expect(step?.calls[0]).toBe(steps[0]?.calls[0])
  expect(step?.calls[3]?.summary).toBe('rm: not made, the answer was ended before')
})

test.each([[undefined], ['steps'], [[1]], [[{ text: '' }]], [[{ text: '', calls: [call('odd')] }]]])(
  'invalid step records are not shown: %j',
  (stored) => expect(readSteps(stored, true)).toBeUndefined(),
)
