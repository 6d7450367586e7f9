import type { ProviderErrorCode } from '@varve/providers'
import { expect, test } from 'vitest'
import { failureCode } from './provider-chat-model.ts'

const failure = (code: ProviderErrorCode, message = '', providerCode?: string) =>
  failureCode({ code, message, provider: 'p', ...(providerCode === undefined ? {} : { providerCode }) })

test.each([
  'prompt is too long: 210000 tokens > 200000 maximum',
  "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
  'The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).',
  'Your input exceeds the context window of this model.',
])('“%s” is a length error', (message) => {
  expect(failure('bad-request', message)).toBe('too-long')
})

test('a provider’s code says so too; other refusals are refusals', () => {
  expect(failure('bad-request', 'No.', 'context_length_exceeded')).toBe('too-long')
  expect(failure('bad-request', 'temperature: must be at most 1')).toBe('refused')
  expect(failure('bad-request', 'A tool call without its result.')).toBe('refused')
})

test.each([
  ['unauthorized', 'key-rejected'],
  ['rate-limited', 'rate-limited'],
  ['overloaded', 'overloaded'],
  ['server-error', 'overloaded'],
  ['network', 'unreachable'],
  ['too-large', 'too-long'],
  ['not-found', 'model-gone'],
  ['bad-response', 'failed'],
] as const)('%s is %s', (code, expected) => {
  expect(failure(code)).toBe(expected)
})
