import type { TurnView } from '@varve/server/types'
import { expect, test } from 'vitest'
import { usageFacts } from './usage-facts.ts'

const turn: TurnView = {
  id: 't',
  number: 1,
  at: '2026-11-15T09:00:00Z',
  text: '',
  attachments: [],
  layerTokens: { L1: 10, L2: 20, L3: 30, L4: 40, L5: 5 },
  answer: { id: 'a', modelId: 'm', modelName: 'M', status: 'streaming', text: '', sources: [] },
}

test('until the model reports, only what was sent is known', () => {
  expect(usageFacts(turn)).toEqual(['105 in'])
})

test('a report names what was cached and what it cost, or that it was free', () => {
  const usage = { input: 1_000, cached: 920, output: 40, costUSD: 0, milliseconds: 400 }
  const facts = (extra: Partial<typeof usage>) =>
    usageFacts({ ...turn, answer: { ...turn.answer, status: 'complete', usage: { ...usage, ...extra } } })
  expect(facts({})).toEqual(['1,000 in', '92\u00a0% cached', '40 out', 'free', '0.4\u00a0s'])
  expect(facts({ cached: 0, costUSD: 0.02 })).toEqual(['1,000 in', '40 out', '$0.020', '0.4\u00a0s'])
})
