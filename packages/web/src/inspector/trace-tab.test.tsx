import type { AnswerTraceView } from '@varve/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TraceCalls } from './trace-tab.tsx'

const PLACE = { chatId: 'c', turnId: 't', answerId: 'a', isRunning: false }
const TRACE: AnswerTraceView = {
  modelId: 'cloud/model',
  modelName: 'Model',
  sideCalls: [],
  calls: [
    {
      number: 1,
      status: 'complete',
      at: '2026-11-15T09:00:00.000Z',
      provider: 'cloud',
      phases: [{ phase: 'plan', milliseconds: 20 }],
      firstMilliseconds: 300,
      milliseconds: 980,
      usage: { input: 2_000, cached: 1_500, output: 40, costUSD: 0.002, reported: true },
    },
    {
      number: 2,
      status: 'failed',
      at: '2026-11-15T09:00:01.000Z',
      phases: [],
      milliseconds: 100,
      predicted: { input: 2_100, cached: 0, costUSD: 0.003 },
      error: 'Cloud answered 401.',
    },
  ],
}

const words = (trace: AnswerTraceView): string =>
  renderToStaticMarkup(<TraceCalls trace={trace} place={PLACE} />)
    .replaceAll(/<[^>]*>/g, '|')
    .replaceAll(/\|+/g, '|')
    .replaceAll('\u00a0', ' ')

test('lists calls in order with times, tokens and cost; a failed one says why', () => {
  expect(words(TRACE)).toBe(
    '|1.1 s|for 2 calls of Model|$0.002|prepared|waited|received' +
      '|Call 1|complete|980 ms|first byte 300 ms · 2,000 in, 75 % cached · 40 out · $0.002' +
      '|Call 2|failed|100 ms|after 20 ms of tools · forecast 2,100 in, 0 % cached|Cloud answered 401.|',
  )
})

test('labels each bar with a sentence, and opens details with a button', () => {
  const markup = renderToStaticMarkup(<TraceCalls trace={TRACE} place={PLACE} />)
  expect(markup.match(/role="img" aria-label="Call \d, starting at [^"]+"/g)).toHaveLength(2)
  expect(markup.match(/<button[^>]+aria-expanded="false"/g)).toHaveLength(2)
})

test('says when nothing was sent', () => {
  expect(words({ ...TRACE, calls: [] })).toBe('|Nothing was sent to Model for this turn.|')
})
