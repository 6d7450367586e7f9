import type { ForecastChoiceView } from '@varve/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { keys } from '../api/keys.ts'
import { modelView } from '../testing/model-view.ts'
import { WhatIfRows } from './what-if.tsx'

const row = (change: Partial<ForecastChoiceView>): ForecastChoiceView => ({
  modelId: 'a',
  modelName: 'A',
  layout: 'auto',
  usedTokens: 2_000,
  cachedTokens: 1_500,
  newTokens: 500,
  costUSD: 0.002,
  answerUSD: 0.01,
  ...change,
})

function words(choices: readonly ForecastChoiceView[]): string {
  const client = new QueryClient()
  client.setQueryData(keys.models, [modelView({ id: 'own', unknown: ['price'] })])
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <WhatIfRows choices={choices} current="a" onChoose={() => undefined} />
    </QueryClientProvider>,
  )
    .replaceAll(/<[^>]*>/g, '|')
    .replaceAll(/\|+/g, '|')
}

test('lists models in order and the chosen one by layout; what cannot be sent says why', () => {
  const text = words([
    row({ modelId: 'free', modelName: 'Free', costUSD: 0, answerUSD: 0 }),
    row({ modelId: 'own', modelName: 'Own', costUSD: 0 }),
    row({}),
    row({ layout: 'ledger', costUSD: 0.004 }),
    row({ modelId: 'small', modelName: 'Small', usedTokens: 9_000, overBy: 1_000 }),
    row({ modelId: 'far', modelName: 'Far', error: 'It stays on this machine.' }),
  ])
  expect(text).toContain(
    '|Free|2,000|1,500|free|free|Own|2,000|1,500|unknown|A|chosen|2,000|1,500|$0.002|$0.010|',
  )
  expect(text).toContain('|Small|Does not fit: 9,000 of 8,000 tokens|Far|It stays on this machine.|')
  expect(text).toMatch(/\|A, by layout\|.*\|Auto[^|]+\|2,000\|1,500\|\$0\.002\|[^|]+\|Ledger[^|]+\|2,000/)
})
