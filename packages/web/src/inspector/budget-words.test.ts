import { expect, test } from 'vitest'
import { budgetWords } from './layers-tab.tsx'

test('says where a budget comes from, and nothing where that is not known', () => {
  const model = { name: 'Sonnet', window: 1_000_000 }
  expect(budgetWords({ budgetTokens: 885_600 }, model)).toMatch(
    /^Sonnet takes 1,000,000 tokens\. 114,400 were kept free/,
  )
  expect(budgetWords({ budgetTokens: 885_600 }, { ...model, unknown: ['window'] })).toMatch(
    /How much Sonnet really takes is unknown; this is assumed\.$/,
  )
  expect(budgetWords({ budgetTokens: 885_600 }, undefined)).toBe('')
  expect(budgetWords({ budgetTokens: 1_000_000 }, model)).toBe('')
})
