import { APICallError, JSONParseError, TypeValidationError } from '@ai-sdk/provider'
import { ProviderError } from '../provider-error.ts'
import type { ProviderErrorCode, ProviderErrorData } from '../wire/wire.ts'
import { redactSecrets } from './redact-secrets.ts'

export interface ErrorContext {
  readonly provider: string
  readonly secrets: readonly string[]
}

const LONGEST_MESSAGE = 2_000
const LONGEST_PIECE = 200

/** Any failure of a call as data: provider, status, code and message are kept, secrets are not. */
export function readError(error: unknown, context: ErrorContext): ProviderErrorData {
  if (error instanceof ProviderError) return error.data
  if (APICallError.isInstance(error)) return readCallError(error, context)
  const message =
    error instanceof Error ? (describeUnread(error) ?? describeChain(error)) : describeValue(error)
  const providerCode = error instanceof Error ? undefined : findProviderCode(error)
  return {
    code: isNetworkFailure(error) ? 'network' : codeInside(error),
    provider: context.provider,
    message: cleanMessage(message, context),
    ...(providerCode === undefined ? {} : { providerCode: redactSecrets(providerCode, context.secrets) }),
  }
}

/** What is told in the middle of a stream has no status of its own, but often says which it would have been. */
function codeInside(error: unknown): ProviderErrorCode {
  if (error instanceof Error || !isRecord(error)) return 'bad-response'
  const status = [error['statusCode'], error['code']].find((value) => typeof value === 'number')
  return typeof status === 'number' && status >= 400 && status < 600 ? codeForStatus(status) : 'bad-response'
}

/** A piece of a stream that is not what it should be; the words of the parser help nobody. */
function describeUnread(error: Error): string | undefined {
  if (JSONParseError.isInstance(error)) return unreadWords(error.text)
  return TypeValidationError.isInstance(error) ? unreadWords(JSON.stringify(error.value) ?? '') : undefined
}

function unreadWords(text: string): string {
  const shown = text.length <= LONGEST_PIECE ? text : `${text.slice(0, LONGEST_PIECE)}…`
  return `something came that cannot be read as a part of an answer: ${shown}`
}

function readCallError(error: APICallError, context: ErrorContext): ProviderErrorData {
  const { statusCode: status } = error
  const body = error.data ?? parseBody(error.responseBody)
  const providerCode = findProviderCode(body)
  const retryAfterSeconds = readRetryAfter(error.responseHeaders)
  return {
    code: status === undefined ? 'network' : codeForStatus(status),
    provider: context.provider,
    message: cleanMessage(findMessage(body) ?? describeChain(error), context),
    ...(status === undefined ? {} : { status }),
    ...(providerCode === undefined ? {} : { providerCode: redactSecrets(providerCode, context.secrets) }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  }
}

export function codeForStatus(status: number): ProviderErrorCode {
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 404) return 'not-found'
  if (status === 413) return 'too-large'
  if (status === 429) return 'rate-limited'
  if (status === 503 || status === 529) return 'overloaded'
  if (status >= 500) return 'server-error'
  if (status >= 400) return 'bad-request'
  return 'bad-response'
}

/**
 * Seconds that a provider asks to wait. A date is read against the provider's own `date` header, so that a
 * wrong clock on this side does not matter; without one it says nothing.
 */
export function readRetryAfter(headers: Readonly<Record<string, string>> | undefined): number | undefined {
  const milliseconds = Number.parseFloat(headers?.['retry-after-ms'] ?? '')
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds / 1000
  const value = headers?.['retry-after']
  if (value === undefined) return undefined
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number.parseFloat(value)
  const seconds = (Date.parse(value) - Date.parse(headers?.['date'] ?? '')) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}

function parseBody(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Proxies answer with HTML or plain text: that text is then the message.
    return text
  }
}

/** `{ error: { message } }`, `{ error: "…" }`, `{ message }`, an array around one of them, or plain text. */
function findMessage(body: unknown): string | undefined {
  if (typeof body === 'string') return body
  if (Array.isArray(body)) return findMessage(body[0])
  if (!isRecord(body)) return undefined
  const inner = body['error'] ?? body['message']
  return typeof inner === 'string' ? inner : findMessage(inner)
}

function findProviderCode(body: unknown): string | undefined {
  if (Array.isArray(body)) return findProviderCode(body[0])
  if (!isRecord(body)) return undefined
  const inner = isRecord(body['error']) ? body['error'] : body
  for (const name of ['code', 'status', 'type']) {
    const value = inner[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

function cleanMessage(message: string, { secrets }: ErrorContext): string {
  const clean = redactSecrets(message, secrets)
  return clean.length <= LONGEST_MESSAGE ? clean : `${clean.slice(0, LONGEST_MESSAGE)} …`
}

/** A failed fetch says why only in its cause. */
function describeChain(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : undefined
  if (!cause) return error.message
  const code = 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : ''
  return `${error.message}: ${cause.message}${code}`
}

function describeValue(error: unknown): string {
  return findMessage(error) ?? `unknown failure (${typeof error})`
}

function isNetworkFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'TypeError' || error.name === 'AbortError' || error.name === 'TimeoutError') return true
  return 'code' in error && typeof error.code === 'string' && /^(E[A-Z]+|UND_ERR_)/.test(error.code)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
