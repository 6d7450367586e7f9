import { expect, test } from 'vitest'
import { keptWords } from './answer-status.tsx'

const call = { callId: 'c', tool: 'read', arguments: '{}', status: 'failed', summary: '' } as const
const step = { text: '', calls: [call] }
const said = { text: '', calls: [], said: [{ text: 'Be brief.', isRead: false }] }

test.each([
  ['interrupted', '', [], 'Nothing was saved before the interruption.'],
  ['stopped', '', [], 'Nothing was received.'],
  ['interrupted', '', [step], 'No text of the answer was saved. Kept: 1 step.'],
  [
    'interrupted',
    '',
    [step, step, said],
    'No text of the answer was saved. Kept: 2 steps and what you wrote meanwhile.',
  ],
  ['stopped', '', [said], 'No text of the answer was received. Kept: what you wrote meanwhile.'],
  ['stopped', 'On 12', [step], 'The partial answer is kept.'],
] as const)('%s with %j and %j', (status, text, steps, words) => {
  expect(keptWords({ status, text, steps })).toBe(words)
})
