import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProviderError } from '../provider-error.ts'
import { codeForStatus, HttpFailure, readError, readRetryAfter, redactSecrets } from './read-error.ts'
import { retryDelay } from './send-request.ts'

const KEY = 'canary+key/of 32==characters"long'
const context = { provider: 'anthropic', secrets: [KEY] }

function callError(body: string, status = 401): HttpFailure {
  return new HttpFailure({ status, headers: new Headers({ authorization: 'Bearer key' }) }, body)
}

describe('errors without secrets', () => {
  test.each([
    ['as it is', KEY],
    ['in a URL', encodeURIComponent(KEY)],
    ['inside of JSON', JSON.stringify(KEY)],
    ['as base64', Buffer.from(KEY).toString('base64')],
  ])('removes a key echoed %s', (_, echoed) => {
    const data = readError(
      callError(JSON.stringify({ error: { message: `bad key ${echoed} given` } })),
      context,
    )
    expect(data.message).toMatch(/^bad key "?\[removed\]=*"? given$/)
    expect(JSON.stringify(data)).not.toContain(KEY)
    expect(data.message).not.toContain(echoed.slice(0, 12))
  })

  test.each([
    'sk-ant-REDACTED',
    'sk-pr********************wxyz',
    'AIzaSyA1234567890abcdefghijk',
    'Bearer abc.def.ghi',
    'x-api-key: abcdef123456',
  ])('removes anything that looks like a key: %s', (secret) => {
    expect(redactSecrets(`refused: ${secret}!`, [])).toContain('[removed]')
    expect(redactSecrets(`refused: ${secret}!`, [])).not.toContain(secret)
  })

  test('lets no part of a key through, wherever it is', () => {
    const key = fc
      .string({ minLength: 8, maxLength: 60, unit: 'grapheme-ascii' })
      .filter((text) => text.trim().length > 7)
    fc.assert(
      fc.property(key, fc.string(), fc.string(), (secret, before, after) => {
        fc.pre(!`${before} ${after}`.includes(secret.trim()) && !'[removed]'.includes(secret.trim()))
        expect(redactSecrets(`${before} ${secret} ${after}`, [secret])).not.toContain(secret.trim())
      }),
    )
  })

  test('keeps ordinary words', () => {
    const text =
      'model: gpt-5.6 does not support max_tokens; use max_completion_tokens (risk-free, api keys aside)'
    expect(redactSecrets(text, ['abc'])).toBe(text)
  })

  test('the error object keeps nothing of request or response', () => {
    const error = new ProviderError(readError(callError('{"error":"no"}'), context))
    expect(error).toMatchObject({ name: 'ProviderError', code: 'unauthorized', message: 'no' })
    expect(error.cause).toBeUndefined()
    expect(JSON.stringify([error, error.stack])).not.toContain(KEY)
  })
})

describe('provider errors', () => {
  test.each([
    ['{"error":{"message":"m","type":"overloaded_error"}}', 'm', 'overloaded_error'],
    ['[{"error":{"code":429,"message":"m","status":"RESOURCE_EXHAUSTED"}}]', 'm', 'RESOURCE_EXHAUSTED'],
    ['{"message":"m","code":"x"}', 'm', 'x'],
    ['{"error":"m"}', 'm', undefined],
    ['<html>Bad gateway</html>', '<html>Bad gateway</html>', undefined],
  ])('%s', (body, message, providerCode) => {
    expect(readError(callError(body, 529), context)).toEqual({
      code: 'overloaded',
      provider: 'anthropic',
      status: 529,
      message,
      ...(providerCode === undefined ? {} : { providerCode }),
    })
  })

  test('each status has its code', () => {
    const statuses = [400, 401, 403, 404, 413, 422, 429, 500, 502, 503, 529]
    expect(statuses.map(codeForStatus)).toEqual([
      'bad-request',
      'unauthorized',
      'unauthorized',
      'not-found',
      'too-large',
      'bad-request',
      'rate-limited',
      'server-error',
      'server-error',
      'overloaded',
      'overloaded',
    ])
  })

  test('reads a wait in seconds, milliseconds, or as a date by the provider’s clock', () => {
    const date = 'Mon, 05 Jan 2026 09:00:00 GMT'
    expect(readRetryAfter({ 'retry-after': '12' })).toBe(12)
    expect(readRetryAfter({ 'retry-after-ms': '1500', 'retry-after': '9' })).toBe(1.5)
    expect(readRetryAfter({ 'retry-after': 'Mon, 05 Jan 2026 09:00:20 GMT', date })).toBe(20)
    expect(readRetryAfter({ 'retry-after': date, date: 'Mon, 05 Jan 2026 10:00:00 GMT' })).toBe(0)
    expect(readRetryAfter({ 'retry-after': 'soon' })).toBeUndefined()
    expect(readRetryAfter({})).toBeUndefined()
  })

  test('pauses double; permanent and long failures are not retried', () => {
    const busy = { code: 'overloaded', provider: 'x', message: '' } as const
    expect([1, 2, 3].map((attempt) => retryDelay(busy, attempt, 3))).toEqual([500, 1_000, 2_000])
    expect(retryDelay(busy, 4, 3)).toBeUndefined()
    expect(retryDelay({ ...busy, retryAfterSeconds: 31 }, 1, 3)).toBeUndefined()
    expect(retryDelay({ ...busy, code: 'unauthorized' }, 1, 3)).toBeUndefined()
    expect(retryDelay({ ...busy, code: 'bad-request', status: 408 }, 1, 3)).toBe(500)
  })
})
