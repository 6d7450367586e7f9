import { noticeWords } from '@varve/contract'
import { createState, step } from '@varve/engine'
import { expect, test } from 'vitest'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import { brokenRules } from './request-check.ts'

const { envelope, plans } = step(createState({ conversationId: 'c' }), {
  kind: 'turn',
  turnId: 't',
  at: 0,
  text: 'When is the tide highest?',
  sections: [{ id: 'contract', text: 'Answer from the notes.' }],
  models: [offlineChatModel().spec],
})

test('a turn planned by the engine breaks no rule', () => {
  expect(plans).toHaveLength(1)
  expect(brokenRules(envelope, plans)).toEqual([])
})

test('a violation is named by its rule, once per turn and request', () => {
  const large = plans.map((plan) => ({ ...plan, tokens: 10_000_000 }))
  const broken = brokenRules({ ...envelope, turnId: '' }, [...large, ...large]).map(noticeWords)
  expect(broken).toContain('Rule E-1 is broken: turnId is empty.')
  expect(broken.filter((words) => words.startsWith('Rule B-1 is broken: 10000000 tokens'))).toHaveLength(1)
})
