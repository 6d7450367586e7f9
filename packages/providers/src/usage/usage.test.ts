import { describe, expect, test } from 'vitest'
import { find } from '../send/testing/conformance-adapters.ts'
import type { CatalogueModel } from '../catalogue/catalogue-model.ts'
import { chooseLifetime } from './forecast-request.ts'
import { reportedUsage } from '../protocols/protocol.ts'
import { priceCall, reviewCall } from './review-call.ts'

const claude = find('anthropic/claude-haiku-5-5')
const ollama: CatalogueModel = {
  ...find('xai/grok-4.3'),
  provider: 'ollama',
  protocol: 'ollama',
  name: 'Llama',
}

describe('the cost of a call', () => {
  const usage = { input: 10_000, cached: 8_000, written: 1_000, uncached: 1_000, output: 500, reasoning: 100 }

  test('prices reads, writes, the rest and the answer separately', () => {
    const { costUSD, savedUSD } = priceCall(claude, usage)
    expect(costUSD).toBeCloseTo((8_000 * 0.1 * 0.1 + 1_000 * 1.25 * 0.1 + 1_000 * 0.1 + 500 * 0.5) / 1e6, 12)
    expect(costUSD + savedUSD).toBeCloseTo((10_000 * 0.1 + 500 * 0.5) / 1e6, 12)
  })

  test('above the threshold the whole call costs more; the longer lifetime costs more to write', () => {
    const large = { ...usage, input: 100_001, uncached: 91_001 }
    expect(priceCall(claude, large).costUSD).toBeCloseTo(
      (8_000 * 0.1 * 0.5 + 1_000 * 1.25 * 0.5 + 91_001 * 0.5 + 500 * 2.5) / 1e6,
      12,
    )
    const extra = priceCall(claude, usage, { lifetime: '1h' }).costUSD - priceCall(claude, usage).costUSD
    expect(extra).toBeCloseTo((1_000 * 0.75 * 0.1) / 1e6, 12)
  })
})

describe('reported usage', () => {
  test('an inconsistent report gives no negative numbers', () => {
    expect(reportedUsage({ input: 10, cached: 20, output: 5, reasoning: 9 })).toEqual({
      input: 10,
      cached: 10,
      written: 0,
      uncached: 0,
      output: 5,
      reasoning: 5,
    })
    const nothing = { input: 0, cached: 0, written: 0, uncached: 0 }
    expect(reportedUsage({ input: -5, output: 5 })).toMatchObject(nothing)
  })

  test('a missing report is not usage', () => {
    expect(reportedUsage({ input: undefined, output: undefined })).toBeUndefined()
  })
})

describe('forecast beside report', () => {
  const reported = { input: 1_000, cached: 800, written: 100, uncached: 100, output: 1, reasoning: 0 }
  const predicted = { input: 1_000, cached: 800, written: 100, uncached: 100 }

  test('tolerates a tenth of the prompt, and reports more with its numbers', () => {
    expect(reviewCall({ model: claude, predicted, reported })).toEqual([])
    const close = { ...predicted, cached: 900, uncached: 0 }
    expect(reviewCall({ model: claude, predicted: close, reported })).toEqual([])
    const off = { ...predicted, cached: 910, written: 90, uncached: 0 }
    expect(reviewCall({ model: claude, predicted: off, reported })).toMatchObject([
      {
        kind: 'usage-differs',
        severity: 'warning',
        message: expect.stringContaining('read 800 tokens where 910'),
      },
    ])
  })

  test('more cache hits than predicted are no warning, unless something else is worse', () => {
    const cold = { input: 1_000, cached: 0, written: 900, uncached: 100 }
    expect(reviewCall({ model: claude, predicted: cold, reported })).toEqual([])
    const longer = { input: 700, cached: 500, written: 100, uncached: 100 }
    expect(reviewCall({ model: claude, predicted: longer, reported })).toHaveLength(1)
    const rewritten = { ...reported, cached: 850, written: 150, uncached: 0 }
    const hoped = { ...predicted, written: 0, uncached: 200 }
    expect(reviewCall({ model: claude, predicted: hoped, reported: rewritten })).toHaveLength(1)
  })

  test('a provider that does not report writes is not blamed', () => {
    const model = find('google/gemini-2.5-pro')
    const silent = { ...reported, written: 0, uncached: 200 }
    expect(reviewCall({ model, predicted, reported: silent })).toEqual([])
    expect(
      reviewCall({ model: claude, predicted: { ...predicted, written: 0, uncached: 200 }, reported }),
    ).toEqual([])
  })

  test('a base that changes inside an epoch is a fault, a new epoch is not', () => {
    const base = { epoch: 3, hash: 'new' }
    const inside = { model: claude, predicted, reported, base, previousBase: { epoch: 3, hash: 'old' } }
    expect(reviewCall(inside)).toMatchObject([{ kind: 'base-changed', severity: 'warning' }])
    expect(reviewCall({ ...inside, previousBase: { epoch: 2, hash: 'old' } })).toEqual([])
    expect(reviewCall({ ...inside, previousBase: base })).toEqual([])
  })

  test('Ollama reading less than was sent is an error with the numbers', () => {
    const sent = { input: 9_000, cached: 0, written: 0, uncached: 9_000 }
    const cut = { ...reported, input: 4_096, cached: 0, written: 0, uncached: 4_096 }
    expect(reviewCall({ model: ollama, predicted: sent, reported: cut, contextTokens: 4_096 })).toMatchObject(
      [
        {
          kind: 'prompt-cut',
          severity: 'error',
          message: expect.stringMatching(/4096 of about 9000.*4096/s),
        },
      ],
    )
    const studio: CatalogueModel = { ...ollama, provider: 'lm-studio', protocol: 'openai-chat' }
    expect(reviewCall({ model: studio, predicted: sent, reported: cut })).toMatchObject([
      { kind: 'prompt-cut', message: expect.stringContaining('in LM Studio with a larger context') },
      { kind: 'usage-differs' },
    ])
    const estimate = { ...cut, input: 8_000, uncached: 8_000 }
    expect(reviewCall({ model: ollama, predicted: sent, reported: estimate })).toEqual([])
  })
})

describe('the lifetime of marks', () => {
  test.each([
    ['too few pauses to tell', [600, 600], '5m'],
    ['quick work', [10, 20, 30, 299, 300], '5m'],
    ['pauses of some minutes', [10, 20, 30, 301], '1h'],
    ['pauses over an hour, which nothing bridges', [10, 20, 7_200, 9_000], '5m'],
    ['one in twenty is not more than a few percent', [...Array.from({ length: 19 }, () => 9), 600], '5m'],
    ['one in nineteen is', [...Array.from({ length: 18 }, () => 9), 600], '1h'],
  ] as const)('%s', (_, gaps, lifetime) => {
    expect(chooseLifetime(gaps)).toBe(lifetime)
  })
})
