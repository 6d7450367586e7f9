import { explainFailure } from './explain-failure.ts'
import { DEFAULT_LIMITS, type FetchLimits } from './limits.ts'
import { NetError } from './net-error.ts'
import { type Hop, nextHop } from './next-hop.ts'
import { parseTarget } from './parse-target.ts'
import { requestHeaders } from './request-headers.ts'
import { type AddressAndPort, type Resolver, resolveTarget, systemResolver } from './resolve-target.ts'
import { sendRequest } from './send-request.ts'

export interface GuardedFetchOptions {
  /** Asked once per hop; the system's own where none is given. */
  readonly resolve?: Resolver
  /** Addresses that are not public and may be reached all the same; never `metadata` or `link-local`. None by default. */
  readonly allow?: (target: AddressAndPort) => boolean
  readonly limits?: Partial<FetchLimits>
  readonly userAgent?: string
  /** PEM texts to trust beside the ones that Node trusts. */
  readonly certificateAuthorities?: readonly string[]
}

export interface GuardedRequest {
  readonly method?: 'GET' | 'HEAD'
  readonly headers?: Readonly<Record<string, string>>
  readonly accept?: string
  readonly signal?: AbortSignal
  /** Lowers both limits on bytes for this request; never raises them. */
  readonly maximumBytes?: number
}

export interface GuardedResponse {
  readonly status: number
  readonly headers: Headers
  /** Where the last hop ended. */
  readonly url: string
  /** Whole, and decompressed. */
  readonly body: Uint8Array
  readonly redirects: number
}

/** Fetches a page from a public address, or throws a `NetError`. */
export type GuardedFetch = (url: string, request?: GuardedRequest) => Promise<GuardedResponse>

interface Settings {
  readonly resolve: Resolver
  readonly allow: (target: AddressAndPort) => boolean
  readonly limits: FetchLimits
  readonly userAgent: string
  readonly certificateAuthorities: readonly string[] | undefined
}

/**
 * The only way out for pages. Resolves a name once, checks every address, connects to one of those and to
 * nothing else, and does all of it again at each redirect. Knows no proxy and no cookie.
 */
export function createGuardedFetch(options: GuardedFetchOptions = {}): GuardedFetch {
  const settings: Settings = {
    resolve: options.resolve ?? systemResolver,
    allow: options.allow ?? (() => false),
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    userAgent: options.userAgent ?? 'Varve/0.1 (reader)',
    certificateAuthorities: options.certificateAuthorities,
  }
  return async (url, request = {}) => {
    const { milliseconds } = settings.limits
    const deadline = AbortSignal.timeout(milliseconds)
    const signal = request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal])
    try {
      return await follow(settings, { url, request, signal })
    } catch (error) {
      throw explainFailure(error, { deadline, signal, milliseconds })
    }
  }
}

interface Work {
  readonly url: string
  readonly request: GuardedRequest
  readonly signal: AbortSignal
}

async function follow(settings: Settings, { url, request, signal }: Work): Promise<GuardedResponse> {
  const limits = lowered(settings.limits, request.maximumBytes)
  let hop: Hop = { target: parseTarget(url), headers: requestHeaders({ ...settings, ...request }) }
  for (let redirects = 0; ; redirects += 1) {
    const { target, headers } = hop
    signal.throwIfAborted()
    const addresses = await orAborted(resolveTarget(target, settings), signal)
    const method = request.method ?? 'GET'
    const answer = await sendRequest({ ...settings, target, addresses, method, headers, signal, limits })
    if (answer.kind === 'response') {
      const { status, headers: received, body } = answer
      return { status, headers: received, url: target.url.href, body, redirects }
    }
    if (redirects >= limits.redirects)
      throw new NetError('too-many-redirects', `${target.host} redirects again after ${redirects} redirects.`)
    hop = nextHop(hop, answer.location)
  }
}

function lowered(limits: FetchLimits, maximum: number = Number.POSITIVE_INFINITY): FetchLimits {
  return {
    ...limits,
    bytes: Math.min(limits.bytes, maximum),
    decompressedBytes: Math.min(limits.decompressedBytes, maximum),
  }
}

/** A resolver cannot be stopped, so it is left behind. */
function orAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
