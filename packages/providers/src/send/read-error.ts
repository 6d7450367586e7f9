import { UnreadablePiece } from '../protocols/protocol.ts'
import { ProviderError } from '../provider-error.ts'
import type { ProviderErrorCode, ProviderErrorData } from '../wire/wire.ts'

/** Shorter ones are too common as parts of words to be replaced everywhere. */
const SHORTEST_SECRET = 4

const REMOVED = '[removed]'

/** Key formats, wherever they appear, also when the provider masks their middle. */
const KEY_SHAPES: readonly RegExp[] = [
  /\b(?:sk|rk|pk|xai|gsk|or|key|api)[-_][A-Za-z0-9_\-*.]{8,200}/g,
  /\bAIza[A-Za-z0-9_\-*]{10,100}/g,
  /\b(bearer|basic)\s{1,4}[A-Za-z0-9._~+/=\-*]{6,400}/gi,
  /\b(authorization|x-api-key|x-goog-api-key|api[-_]?key)(["']?\s{0,4}[:=]\s{0,4}["']?)[^\s"',}]{4,400}/gi,
]

/** An answer that is an error. */
export class HttpFailure extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string

  constructor({ status, headers }: Pick<Response, 'status' | 'headers'>, body: string) {
    super(`answered ${status}`)
    this.name = 'HttpFailure'
    this.status = status
    this.headers = Object.fromEntries(headers)
    this.body = body
  }
}

export interface ErrorContext {
  readonly provider: string
  readonly secrets: readonly string[]
}

const LONGEST_MESSAGE = 2_000
const LONGEST_PIECE = 200

/** Any failure of a call as data: provider, status, code and message are kept, secrets are not. */
export function readError(error: unknown, context: ErrorContext): ProviderErrorData {
  if (error instanceof ProviderError) return error.data
  if (error instanceof HttpFailure) return readFailure(error, context)
  const message = error instanceof Error ? describeChain(error) : describeValue(error)
  const providerCode = error instanceof Error ? undefined : findProviderCode(error)
  return {
    code: isNetworkFailure(error) ? 'network' : codeInside(error),
    provider: context.provider,
    message: cleanMessage(message, context),
    ...(providerCode === undefined ? {} : { providerCode: redactSecrets(providerCode, context.secrets) }),
  }
}

/** An error inside a stream has no HTTP status, but often names the one it would have had. */
function codeInside(error: unknown): ProviderErrorCode {
  if (error instanceof Error || !isRecord(error)) return 'bad-response'
  const { code: status } = error
  if (typeof status === 'number' && status >= 400 && status < 600) return codeForStatus(status)
  return CODES_INSIDE.get(findProviderCode(error) ?? '') ?? 'bad-response'
}

/** What providers call, in the middle of a stream, that for which a status would have been another code. */
const CODES_INSIDE: ReadonlyMap<string, ProviderErrorCode> = new Map([
  ['overloaded_error', 'overloaded'],
  ['server_is_overloaded', 'overloaded'],
  ['slow_down', 'overloaded'],
  ['UNAVAILABLE', 'overloaded'],
  ['rate_limit_error', 'rate-limited'],
  ['rate_limit_exceeded', 'rate-limited'],
  ['insufficient_quota', 'rate-limited'],
  ['RESOURCE_EXHAUSTED', 'rate-limited'],
  ['api_error', 'server-error'],
  ['server_error', 'server-error'],
  ['INTERNAL', 'server-error'],
  ['invalid_request_error', 'bad-request'],
  ['INVALID_ARGUMENT', 'bad-request'],
  ['context_length_exceeded', 'bad-request'],
  ['authentication_error', 'unauthorized'],
  ['permission_error', 'unauthorized'],
  ['not_found_error', 'not-found'],
  ['request_too_large', 'too-large'],
])

/** A parser's message helps nobody. */
function unreadWords(text: string): string {
  const shown = text.length <= LONGEST_PIECE ? text : `${text.slice(0, LONGEST_PIECE)}…`
  return `something came that cannot be read as a part of an answer: ${shown}`
}

function readFailure({ status, headers, body: text }: HttpFailure, context: ErrorContext): ProviderErrorData {
  const body = parseBody(text)
  const providerCode = findProviderCode(body)
  const retryAfterSeconds = readRetryAfter(headers)
  return {
    code: codeForStatus(status),
    provider: context.provider,
    message: cleanMessage(findMessage(body) ?? `answered ${status}`, context),
    status,
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
  if (error instanceof UnreadablePiece) return unreadWords(error.text)
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

/** A text without the given secrets, in any form in which a provider may echo them, and without what looks like one. */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const secret of secrets) {
    const plain = secret.trim()
    if (plain.length < SHORTEST_SECRET) continue
    for (const form of formsOf(plain)) clean = clean.replaceAll(form, REMOVED)
  }
  for (const shape of KEY_SHAPES) clean = clean.replace(shape, REMOVED)
  return clean
}

/** As it is, as in a URL, as inside a JSON string, and as base64. */
function formsOf(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret)
  const base64 = btoa(String.fromCharCode(...bytes)).replace(/(?<!=)=+$/, '')
  const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), base64]
  return [...new Set(forms)].sort((a, b) => b.length - a.length)
}
