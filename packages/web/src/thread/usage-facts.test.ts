import type { TurnView, UsageView } from '@varve/contract'
import { expect, test } from 'vitest'
import { usageFacts } from './usage-line.tsx'

const turn: TurnView = {
  id: 't',
  number: 1,
  at: '2026-11-15T09:00:00Z',
  text: '',
  attachments: [],
  answers: [],
  siblings: ['t'],
  layerTokens: { L1: 10, L2: 20, L3: 30, L4: 40, L5: 5 },
  answer: {
    id: 'a',
    modelId: 'm',
    modelName: 'M',
    status: 'streaming',
    text: '',
    startedAt: '2026-01-05T09:00:00.000Z',
    sources: [],
  },
}

const texts = (of: TurnView) => usageFacts(of).map(({ text }) => text)

test('until the model reports, shows only what was sent', () => {
  expect(texts(turn)).toEqual(['105 in'])
})

test('of an imported answer, says that nothing more is known', () => {
  const nothing = { L1: 0, L2: 0, L3: 0, L4: 0, L5: 0 }
  expect(texts({ ...turn, layerTokens: nothing, answer: { ...turn.answer, status: 'complete' } })).toEqual([
    'imported',
  ])
})

const usage: UsageView = {
  input: 1_000,
  cached: 920,
  output: 40,
  costUSD: 0.02,
  milliseconds: 400,
  reported: true,
}
const reporting = (extra: Partial<UsageView>): TurnView => ({
  ...turn,
  answer: { ...turn.answer, status: 'complete', usage: { ...usage, ...extra } },
})

test('a report shows new, cached, output, cost, savings and time', () => {
  expect(texts(reporting({ savedUSD: 0.031 }))).toEqual([
    '80 new',
    '920 from cache (92\u00a0%)',
    '40 out',
    '$0.020',
    'saved $0.031',
    '0.4\u00a0s',
  ])
})

test('shows costs before the answer once, beside the cost of the answer', () => {
  const call = { modelId: 'm', modelName: 'M', answerId: 'a', at: '', milliseconds: 400, costUSD: 0.003 }
  const sideCalls: TurnView['sideCalls'] = [
    { ...call, id: '1', purpose: 'plan' },
    { ...call, id: '2', purpose: 'summary' },
    { ...call, id: '3', purpose: 'summary' },
    { ...call, id: '4', purpose: 'plan', answerId: 'other' },
  ]
  const facts = usageFacts({ ...reporting({}), sideCalls })
  expect(facts.map(({ text }) => text).slice(3, 6)).toEqual([
    '$0.020',
    '+ $0.003 planning',
    '+ $0.006 summarizing',
  ])
  expect(facts[5]?.title).toBe('Before the answer, not included in its cost: 2 calls of M, 0.8\u00a0s')
  const free = sideCalls.map((one) => ({ ...one, costUSD: 0 }))
  expect(usageFacts({ ...reporting({}), sideCalls: free })).toEqual(usageFacts(reporting({})))
})

test('a free model says so, without any money', () => {
  expect(texts(reporting({ costUSD: 0, cached: 0, savedUSD: 0.5 }))).toEqual([
    '1,000 new',
    '40 out',
    'free',
    '0.4\u00a0s',
  ])
})

test('a cache that has not paid off yet is shown as a cost', () => {
  expect(texts(reporting({ cached: 0, savedUSD: -0.004 }))).toContain('cache cost $0.004')
})

test('does not present our count as the provider’s', () => {
  expect(texts(reporting({ reported: false }))).toContain('≈ $0.020')
  expect(texts(reporting({ reported: true }))).toContain('$0.020')
})

test('more cached tokens than input gives no negative numbers', () => {
  expect(texts(reporting({ input: 900 }))[0]).toBe('0 new')
})
