import { DEFAULT_CATALOGUE, type ProviderErrorData } from '@varve/providers'
import { expect, test } from 'vitest'
import { failureWords } from './provider-chat-model.ts'

const model = DEFAULT_CATALOGUE.find(({ provider }) => provider === 'anthropic')

function words(error: Omit<ProviderErrorData, 'provider'>): string {
  if (!model) throw new Error('The catalogue has no model of Anthropic.')
  return failureWords(model, { provider: 'anthropic', ...error })
}

test('a connection closed by the other side is named as such, once', () => {
  expect(words({ code: 'network', message: 'other side closed: other side closed (UND_ERR_SOCKET)' })).toBe(
    'Anthropic at api.anthropic.com closed the connection before it answered.',
  )
  expect(words({ code: 'network', message: 'fetch failed: refused (ECONNREFUSED)' })).toBe(
    'Anthropic cannot be reached at api.anthropic.com (fetch failed: refused (ECONNREFUSED)).',
  )
})

test.each([
  [0.4, 'Try again in 1 second.'],
  [1, 'Try again in 1 second.'],
  [20, 'Try again in 20 seconds.'],
  [undefined, 'Try again later.'],
])('a wait of %s s is shown in words', (seconds, said) => {
  const wait = seconds === undefined ? {} : { retryAfterSeconds: seconds }
  expect(words({ code: 'rate-limited', status: 429, message: 'Too many', ...wait })).toBe(
    `Anthropic answered 429: Too many. ${said}`,
  )
})
