import { givesDiagnosis } from '../request/placed-call.ts'
import type { CatalogueModel } from '../catalogue/catalogue-model.ts'
import type { AnswerReader } from '../protocols/protocol.ts'
import { PROTOCOLS } from '../protocols/protocols.ts'
import { ProviderError } from '../provider-error.ts'
import type { CallInput } from '../request/call-input.ts'
import type { ProviderErrorData, ProviderEvent, WireRequest } from '../wire/wire.ts'
import { buildRequest, isBuiltFrom } from './build-request.ts'
import { readAnswer } from './read-answer.ts'
import { HttpFailure, readError } from './read-error.ts'

/** How a request goes out; everything that reaches outside is passed in. */
export interface Transport {
  readonly fetch: typeof globalThis.fetch
  /** The model's own where it is left out. */
  readonly baseUrl?: string
  readonly key?: string
  readonly signal?: AbortSignal
  /** Pauses before a retry. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** How often a call is tried again before its first byte. */
  readonly retries?: number
  /** The request as built and shown; it is sent unchanged. One with different content is refused. */
  readonly request?: WireRequest
  /** The request as it goes out. */
  readonly onRequest?: (request: WireRequest) => void
  /** The cache object is gone or refused; the call continues without it. */
  readonly onCachedContentGone?: (name: string) => void
  /** Names of action blocks to find in the text. */
  readonly actions?: readonly string[]
}

const DEFAULT_ACTIONS: readonly string[] = ['writeFile', 'writeToFile', 'replaceInFile']

/** Sends a request and gives the answer as events. It never throws for what a provider does: that is an event. */
export async function* sendRequest(input: CallInput, transport: Transport): AsyncGenerator<ProviderEvent> {
  const { model } = input
  const context = { provider: model.provider, secrets: transport.key ? [transport.key] : [] }
  const abort = new AbortController()
  const signal = transport.signal ? AbortSignal.any([transport.signal, abort.signal]) : abort.signal
  try {
    const opened = await openCall(input, transport, signal)
    switch (opened.kind) {
      case 'stopped':
        yield { kind: 'finish', reason: 'stopped' }
        return
      case 'failed':
        yield { kind: 'error', error: opened.error }
        return
      case 'stream': {
        const { actions = DEFAULT_ACTIONS } = transport
        const { startsThinking } = model
        const comparesWith = givesDiagnosis(input.model) ? input.cache?.comparesWith : undefined
        yield* readAnswer(opened.body, { ...opened, context, signal, actions, startsThinking, comparesWith })
        return
      }
      default:
        opened satisfies never
    }
  } finally {
    // Also when the reader disconnects: the provider must not keep generating for nobody.
    abort.abort()
  }
}

interface OpenedStream {
  readonly kind: 'stream'
  readonly body: ReadableStream<Uint8Array>
  readonly reader: AnswerReader
  readonly framing: 'events' | 'lines'
}

type OpenedCall =
  | OpenedStream
  | { readonly kind: 'failed'; readonly error: ProviderErrorData }
  | { readonly kind: 'stopped' }

/** Sends until the provider begins to answer: tried again only before its first byte. */
async function openCall(input: CallInput, transport: Transport, signal: AbortSignal): Promise<OpenedCall> {
  const wait = transport.wait ?? pause
  let current = input
  let shown = transport.request
  for (let attempt = 1; ; ) {
    if (signal.aborted) return { kind: 'stopped' }
    const result = await openOnce(current, { ...transport, signal }, shown)
    if (result.kind === 'stream') return result
    if (signal.aborted) return { kind: 'stopped' }
    const name = current.cache?.cachedContent?.name
    if (name !== undefined && isRefusedObject(result.error)) {
      transport.onCachedContentGone?.(name)
      current = withoutCachedContent(current)
      shown = undefined
      continue
    }
    const retries = transport.retries ?? DEFAULT_RETRIES
    const delay = result.hasAnswered ? undefined : retryDelay(result.error, attempt, retries)
    if (delay === undefined) return result
    await wait(delay, signal)
    attempt += 1
  }
}

type Attempt =
  | OpenedStream
  | { readonly kind: 'failed'; readonly error: ProviderErrorData; readonly hasAnswered: boolean }

async function openOnce(
  input: CallInput,
  transport: Transport & { readonly signal: AbortSignal },
  shown: WireRequest | undefined,
): Promise<Attempt> {
  const { model } = input
  const { key = '', signal, fetch } = transport
  let hasAnswered = false
  try {
    const request = await requestOf(input, shown)
    const { headers, openReader, framing } = PROTOCOLS[request.protocol]
    transport.onRequest?.(request)
    const response = await fetch(`${withoutSlash(transport.baseUrl ?? model.baseUrl)}${request.path}`, {
      method: request.method,
      headers: { 'content-type': 'application/json', ...headers(key) },
      body: request.bodyText,
      signal,
    })
    // From here on the provider has begun to work, and a second call would be a second bill.
    hasAnswered = response.ok
    await checkResponse(response, model)
    const body = response.body ?? new ReadableStream<Uint8Array>({ start: (stream) => stream.close() })
    return { kind: 'stream', body, framing, reader: openReader(countCalls(input)) }
  } catch (error) {
    const secrets = key === '' ? [] : [key]
    return { kind: 'failed', error: readError(error, { provider: model.provider, secrets }), hasAnswered }
  }
}

/** The request that was shown; one built from another source must have the same content. */
async function requestOf(input: CallInput, shown: WireRequest | undefined): Promise<WireRequest> {
  if (shown && isBuiltFrom(shown, input)) return shown
  const request = await buildRequest(input)
  if (!shown || (shown.bodyText === request.bodyText && shown.path === request.path)) return request
  throw new ProviderError({
    code: 'bad-request',
    provider: input.model.provider,
    message: 'the request is no longer the one that was shown; nothing was sent',
  })
}

function countCalls({ messages }: CallInput): number {
  return messages.reduce((sum, { parts }) => sum + parts.filter(({ kind }) => kind === 'tool-call').length, 0)
}

function withoutSlash(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '')
}

/** Expired objects answer 403 or 404, ones of another model or a wrong form 400. */
function isRefusedObject({ status, message }: ProviderErrorData): boolean {
  if (status === 404) return true
  return (status === 400 || status === 403) && /cached\s?content/i.test(message)
}

function withoutCachedContent(input: CallInput): CallInput {
  const { cachedContent: _, ...cache } = input.cache ?? {}
  return { ...input, cache }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
  })
}

/** Default number of retries. */
const DEFAULT_RETRIES = 2

const FIRST_DELAY = 500

/** A provider that asks for a longer wait is reported to the user instead. */
const LONGEST_DELAY = 30_000

/**
 * Milliseconds until a failed call may be retried; undefined if it may not: only temporary errors, and only a
 * few times. The provider's own delay takes precedence, else a pause that doubles.
 */
export function retryDelay(error: ProviderErrorData, attempt: number, retries: number): number | undefined {
  if (attempt > retries || !isPassing(error)) return undefined
  const delay =
    error.retryAfterSeconds === undefined
      ? FIRST_DELAY * 2 ** (attempt - 1)
      : Math.ceil(error.retryAfterSeconds * 1000)
  return delay > LONGEST_DELAY ? undefined : delay
}

function isPassing({ code, status }: ProviderErrorData): boolean {
  switch (code) {
    case 'rate-limited':
    case 'overloaded':
    case 'server-error':
    case 'network':
      return true
    case 'bad-request':
      return status === 408 || status === 409
    case 'silent':
    case 'unauthorized':
    case 'not-found':
    case 'too-large':
    case 'aborted':
    case 'bad-response':
    case 'bad-catalogue':
      return false
    default:
      return code satisfies never
  }
}

/**
 * Looks at the form of an answer before it is read as a stream: proxies and sign-in pages answer 200 as well, and
 * read as a stream they would look like a connection that broke.
 *
 * @throws ProviderError, or the HttpFailure that the answer holds.
 */
async function checkResponse(response: Response, { provider, protocol }: CatalogueModel): Promise<void> {
  if (!response.ok) throw new HttpFailure(response, await readBeginning(response))
  const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  // Servers of Ollama's protocol give their lines under this name too.
  const isWhole = type === 'application/json' && protocol !== 'ollama'
  if (type !== 'text/html' && !isWhole) return
  const body = await readBeginning(response)
  if (isWhole && holdsError(body)) throw new HttpFailure(response, body)
  const message = isWhole
    ? 'the answer came in one piece (application/json) where a stream was asked for, and cannot be read'
    : 'a web page came in place of an answer; the address may be wrong, or the network wants you to sign in'
  throw new ProviderError({ code: 'bad-response', provider, message })
}

function holdsError(body: string): boolean {
  try {
    const value: unknown = JSON.parse(body)
    const first: unknown = Array.isArray(value) ? value[0] : value
    return typeof first === 'object' && first !== null && 'error' in first && Boolean(first.error)
  } catch {
    return false
  }
}

/** An error in JSON is short; of a page only its kind matters. */
const LONGEST_BODY = 65_536

async function readBeginning({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  // Leaving the loop ends the connection.
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length >= LONGEST_BODY) break
  }
  return text
}
