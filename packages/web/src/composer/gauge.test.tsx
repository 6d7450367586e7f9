import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Gauge } from './gauge.tsx'

const shown = (more: object): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Gauge
        forecast={{
          data: {
            usedTokens: 5000,
            budgetTokens: 100_000,
            cachedTokens: 0,
            newTokens: 5000,
            costUSD: 0.006,
            ...more,
          },
          isOfOthers: false,
          marked: undefined,
          error: null,
          renew: () => undefined,
        }}
        models={[]}
        asked
        answering={false}
      />
    </QueryClientProvider>,
  )

test('a local model says how long it will read', () => {
  expect(shown({ costUSD: 0, reading: { tokens: 40, seconds: 0.07 } })).toContain('ready in about 0.1 s')
  expect(shown({ costUSD: 0, reading: { tokens: 8000, seconds: 20.4 } })).toContain(
    'reading 8,000 tokens, about 20 s',
  )
  expect(shown({ costUSD: 0, reading: { tokens: 8000 } })).toContain('8,000 tokens to read')
})

test('names a provider without cache hits instead of a cold cache', () => {
  expect(shown({ reportsNoHits: true })).toContain('this provider reports no cache hits')
  expect(shown({ reportsNoHits: true })).not.toContain('cold')
  expect(shown({})).toContain('cold')
  expect(shown({})).not.toContain('no cache hits')
})
