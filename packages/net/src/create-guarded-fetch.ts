import { Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client } from 'undici'
import { NetError } from './net-error.ts'
import { parseTarget, type Target } from './parse-target.ts'
import {
  type AddressAndPort,
  type Resolver,
  resolveTarget,
  systemResolver,
  pinnedConnector,
} from './resolve-target.ts'
import { ACCEPTED_ENCODINGS, contentDecoders } from './content-decoder.ts'

export interface FetchLimits {
  /** Of the body as it comes over the wire. */
  readonly bytes: number
  /** Of the body after every decompression. */
  readonly decompressedBytes: number
  /** For everything together: resolving, every hop, and the last byte of the body. */
  readonly milliseconds: number
  /** Hops after the first request. */
  readonly redirects: number
}

/** Enough for a long page or a large paper; too little to hurt the machine. */
const DEFAULT_LIMITS: FetchLimits = {
  bytes: 20 * 1024 * 1024,
  decompressedBytes: 40 * 1024 * 1024,
  milliseconds: 20_000,
  redirects: 5,
}

/**
 * Headers set by the connection itself or never sent from here, such as cookies. Other identifying headers
 * belong to the caller and go only to the original host.
 */
const FORBIDDEN =
  /^(?:cookie2?|host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|proxy-.*)$/

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
 * The only way to fetch pages. Resolves a name once, checks every address, connects only to a checked one,
 * and repeats all of it for each redirect. Uses no proxy and no cookies.
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

interface RequestHeadersOptions {
  readonly userAgent: string
  readonly accept?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The headers of the first request. Throws on the ones that a caller must not set. */
function requestHeaders({ userAgent, accept, headers = {} }: RequestHeadersOptions): Headers {
  const forbidden = Object.keys(headers).find((name) => FORBIDDEN.test(name.trim().toLowerCase()))
  if (forbidden !== undefined)
    throw new NetError('header-forbidden', `The header "${forbidden.slice(0, 40)}" cannot be set on a fetch.`)
  try {
    const result = new Headers(headers)
    if (accept !== undefined) result.set('accept', accept)
    if (!result.has('accept')) result.set('accept', '*/*')
    result.set('user-agent', userAgent)
    result.set('accept-encoding', ACCEPTED_ENCODINGS)
    return result
  } catch (error) {
    throw new NetError('header-forbidden', 'A header of the fetch is not valid.', { cause: error })
  }
}

interface FailureContext {
  readonly deadline: AbortSignal
  readonly signal: AbortSignal
  readonly milliseconds: number
}

/** Whatever went wrong below, as one of our codes. */
function explainFailure(error: unknown, { deadline, signal, milliseconds }: FailureContext): NetError {
  if (error instanceof NetError) return error
  const cause = { cause: error }
  if (deadline.aborted)
    return new NetError('timed-out', `The answer was not complete within ${milliseconds} ms.`, cause)
  if (signal.aborted) return new NetError('aborted', 'The fetch was stopped.', cause)
  const code = errorCode(error)
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return new NetError('too-large', 'The headers are too large.', cause)
  if (/^UND_ERR_.*TIMEOUT$/.test(code))
    return new NetError('timed-out', `The server did not answer within ${milliseconds} ms.`, cause)
  return new NetError(
    'not-connected',
    `The server could not be reached or broke off${code === '' ? '' : ` (${code})`}.`,
    cause,
  )
}

function errorCode(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

interface SendOptions {
  readonly target: Target
  readonly addresses: readonly string[]
  readonly method: 'GET' | 'HEAD'
  readonly headers: Headers
  readonly signal: AbortSignal
  readonly limits: FetchLimits
  readonly certificateAuthorities: readonly string[] | undefined
}

type Answer =
  | { readonly kind: 'redirect'; readonly location: string }
  | {
      readonly kind: 'response'
      readonly status: number
      readonly headers: Headers
      readonly body: Uint8Array
    }

/** One request over its own connection, so that no connection outlives its check. */
async function sendRequest(options: SendOptions): Promise<Answer> {
  const { target, limits } = options
  const client = new Client(target.url.origin, {
    connect: pinnedConnector({ ...options, milliseconds: limits.milliseconds }),
    headersTimeout: limits.milliseconds,
    bodyTimeout: limits.milliseconds,
    pipelining: 0,
  })
  try {
    return await exchange(client, options)
  } finally {
    await client.destroy()
  }
}

async function exchange(client: Client, options: SendOptions): Promise<Answer> {
  const { target, method, signal, limits } = options
  const {
    statusCode,
    headers: raw,
    body,
  } = await client.request({
    path: `${target.url.pathname}${target.url.search}`,
    method,
    headers: Object.fromEntries(options.headers),
    signal,
  })
  // A body that is left behind fails when its connection is destroyed; anyone who reads it gets the error anyway.
  body.on('error', () => undefined)
  const headers = responseHeaders(raw)
  const location = redirectLocation(statusCode, headers)
  if (location !== undefined) return { kind: 'redirect', location }
  const bytes = method === 'HEAD' ? new Uint8Array() : await readBody(body, { headers, limits })
  return { kind: 'response', status: statusCode, headers, body: bytes }
}

function responseHeaders(raw: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(raw)) {
    // Cookies are never stored, so none are passed on.
    if (value === undefined || name === 'set-cookie') continue
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one)
  }
  return headers
}

interface ReadBodyOptions {
  readonly headers: Headers
  readonly limits: FetchLimits
}

/** The whole body, decompressed. Cut, with the connection, at the first byte over a limit. */
async function readBody(body: Readable, { headers, limits }: ReadBodyOptions): Promise<Uint8Array> {
  const announced = Number(headers.get('content-length') ?? 0)
  if (announced > limits.bytes) throw tooLarge('announces', announced, limits.bytes)
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  const first = await chunks.next()
  if (first.done === true) return new Uint8Array()
  const decoders = contentDecoders(headers.get('content-encoding'), first.value[0] ?? 0)
  let broken: unknown
  const wire = async function* (): AsyncGenerator<Uint8Array> {
    yield first.value
    try {
      yield* { [Symbol.asyncIterator]: () => chunks }
    } catch (error) {
      broken = error
      throw error
    }
  }
  const received: Uint8Array[] = []
  const stages = [
    counter(limits.bytes, 'has more than'),
    // Counted after each stage, since a body can be compressed twice and explode in the middle.
    ...decoders.flatMap((decoder) => [
      decoder,
      counter(limits.decompressedBytes, 'decompresses to more than'),
    ]),
  ]
  try {
    await pipeline([Readable.from(wire()), ...stages, collector(received)])
  } catch (error) {
    if (error === broken || error instanceof NetError) throw error
    throw new NetError('bad-encoding', 'The body cannot be decompressed.', { cause: error })
  }
  return concatenate(received)
}

function counter(limit: number, verb: string): Transform {
  let total = 0
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done): void {
      total += chunk.byteLength
      if (total > limit) done(tooLarge(verb, limit, limit))
      else done(null, chunk)
    },
  })
}

function collector(received: Uint8Array[]): Writable {
  return new Writable({
    write(chunk: Uint8Array, _encoding, done): void {
      received.push(chunk)
      done()
    },
  })
}

/** A new array with its own buffer, which can be transferred to a worker. */
function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((total, { byteLength }) => total + byteLength, 0))
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.byteLength
  }
  return whole
}

function tooLarge(verb: string, bytes: number, limit: number): NetError {
  return new NetError('too-large', `The answer ${verb} ${bytes} bytes; ${limit} is the limit.`)
}

interface Hop {
  readonly target: Target
  readonly headers: Headers
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Say nothing about the user or about what they were given before, so they may follow to another host. */
const HARMLESS: ReadonlySet<string> = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent'])

/** Where an answer sends the reader, if it does. */
function redirectLocation(status: number, headers: Headers): string | undefined {
  return REDIRECTS.has(status) ? (headers.get('location') ?? undefined) : undefined
}

/** The next request of a redirect: checked like the first, and with less to tell when the host is another. */
function nextHop({ target, headers }: Hop, location: string): Hop {
  const url = URL.parse(location, target.url)
  if (url === null)
    throw new NetError('redirect-refused', `${target.host} redirects to something that is no address.`)
  const next = parseTarget(url.href)
  if (target.url.protocol === 'https:' && next.url.protocol === 'http:')
    throw new NetError('redirect-refused', `${target.host} redirects from https to http (${next.host}).`)
  return { target: next, headers: isSamePlace(target, next) ? headers : harmlessOnly(headers) }
}

/** The same origin, or its step from http to https. */
function isSamePlace(from: Target, to: Target): boolean {
  const upgraded =
    from.host === to.host && from.port === 80 && to.port === 443 && to.url.protocol === 'https:'
  return from.url.origin === to.url.origin || upgraded
}

function harmlessOnly(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => HARMLESS.has(name)))
}
