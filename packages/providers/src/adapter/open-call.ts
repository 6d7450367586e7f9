import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { ProviderError } from '../provider-error.ts'
import { readError } from '../stream/read-error.ts'
import { DEFAULT_RETRIES, retryDelay } from '../stream/retry-delay.ts'
import type { ProviderErrorData, WireRequest } from '../wire/wire.ts'
import type { CallInput } from './call-input.ts'
import { checkForm } from './check-form.ts'
import { prepareCall } from './prepare-call.ts'

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
  /** The request as it was shown: if other bytes would go out, none do. */
  readonly request?: WireRequest
  /** The request as it goes out. */
  readonly onRequest?: (request: WireRequest) => void
  /** The cache object is gone or refused; the call goes on without it. */
  readonly onCachedContentGone?: (name: string) => void
  /** Names of action blocks to find in the text. */
  readonly actions?: readonly string[]
}

export type OpenedCall =
  | { readonly kind: 'stream'; readonly stream: ReadableStream<LanguageModelV4StreamPart> }
  | { readonly kind: 'failed'; readonly error: ProviderErrorData }
  | { readonly kind: 'stopped' }

/** Sends until the provider begins to answer: tried again only before its first byte. */
export async function openCall(
  input: CallInput,
  transport: Transport,
  signal: AbortSignal,
): Promise<OpenedCall> {
  const wait = transport.wait ?? pause
  let current = input
  for (let attempt = 1; ; ) {
    if (signal.aborted) return { kind: 'stopped' }
    const shown = current === input ? transport.request : undefined
    const result = await openOnce(current, { ...transport, signal }, shown)
    if (result.kind === 'stream') return result
    if (signal.aborted) return { kind: 'stopped' }
    const name = current.cache?.cachedContent?.name
    if (name !== undefined && isRefusedObject(result.error)) {
      transport.onCachedContentGone?.(name)
      current = withoutCachedContent(current)
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
  | { readonly kind: 'stream'; readonly stream: ReadableStream<LanguageModelV4StreamPart> }
  | { readonly kind: 'failed'; readonly error: ProviderErrorData; readonly hasAnswered: boolean }

async function openOnce(
  input: CallInput,
  transport: Transport & { readonly signal: AbortSignal },
  shown: WireRequest | undefined,
): Promise<Attempt> {
  const { provider, baseUrl } = input.model
  const { key = '', signal } = transport
  let hasAnswered = false
  const fetch: typeof globalThis.fetch = async (target, init) => {
    const response = await transport.fetch(target, init)
    // From here on the provider has begun to work, and a second call would be a second bill.
    hasAnswered = response.ok
    await checkForm(response, input.model)
    return response
  }
  try {
    const call = await prepareCall(input)
    const stream = await call.open({
      endpoint: { baseUrl: transport.baseUrl ?? baseUrl, key, fetch },
      signal,
      onRequest: (request) => {
        if (shown) checkShown(shown, request, provider)
        transport.onRequest?.(request)
      },
    })
    return { kind: 'stream', stream }
  } catch (error) {
    const secrets = key === '' ? [] : [key]
    return { kind: 'failed', error: readError(error, { provider, secrets }), hasAnswered }
  }
}

function checkShown(shown: WireRequest, sent: WireRequest, provider: string): void {
  if (shown.bodyText === sent.bodyText && shown.path === sent.path) return
  throw new ProviderError({
    code: 'bad-request',
    provider,
    message: 'the request is no longer the one that was shown; nothing was sent',
  })
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
