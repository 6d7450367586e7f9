import type { SideCallView } from '@varve/contract'
import { expect, test } from 'vitest'
import { sideCallFacts } from './trace-bars.ts'

const call: SideCallView = {
  id: '1',
  purpose: 'plan',
  modelId: 'm',
  modelName: 'M',
  answerId: 'a',
  at: '2026-11-15T09:00:00Z',
  milliseconds: 400,
  costUSD: 0.02,
  tokens: { input: 1_000, cached: 0, output: 40 },
}

test('a side call shows model, tokens, cost and time; a failed one what is known', () => {
  expect(sideCallFacts(call)).toEqual(['M', '1,000 in', '40 out', '$0.020', '0.4\u00a0s'])
  expect(sideCallFacts({ ...call, costUSD: 0 })).toContain('free')
  const { tokens: _, ...failed } = { ...call, costUSD: 0, error: 'no' }
  expect(sideCallFacts(failed)).toEqual(['M', '0.4\u00a0s'])
})
