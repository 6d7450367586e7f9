import { expect, test } from 'vitest'
import { keptWords } from './kept-words.ts'

const call = { callId: 'c', tool: 'read', arguments: '{}', status: 'failed', summary: '' } as const
const step = { text: '', calls: [call] }
const said = { text: '', calls: [], said: [{ text: 'Be brief.', isRead: false }] }

test.each([
  ['interrupted', '', [], 'Nothing was saved before it was cut.'],
  ['stopped', '', [], 'Nothing had arrived.'],
  ['interrupted', '', [step], 'No words of the answer were saved; its step is kept.'],
  [
    'interrupted',
    '',
    [step, step, said],
    'No words of the answer were saved; its 2 steps and what you said meanwhile are kept.',
  ],
  ['stopped', '', [said], 'No words of the answer had arrived; what you said meanwhile is kept.'],
  ['stopped', 'On 12', [step], 'What had arrived is kept.'],
] as const)('%s with %j and %j', (status, text, steps, words) => {
  expect(keptWords({ status, text, steps })).toBe(words)
})
