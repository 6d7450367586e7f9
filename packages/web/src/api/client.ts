import type { GuardQuestionView, PassageView } from '@varve/contract'
import { withPageKey } from './address.ts'
import { renewSession } from './browser-key.ts'
import { WebError, type WebErrorCode } from '../parts/web-error.ts'
import { t } from '../i18n/t.ts'

interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON, or as it is if it is a file. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /**
   * Milliseconds without a response after which the server counts as unreachable; for calls that it answers
   * immediately.
   */
  readonly patience?: number | undefined
}

type CallOptions = Pick<RequestOptions, 'headers' | 'signal' | 'patience'>
type Query = Readonly<Record<string, string | number | undefined>>

export function get<T>(path: string, query: Query = {}, options: CallOptions = {}): Promise<T> {
  return request<T>(withQuery(path, query), options)
}

export function post<T>(path: string, body: unknown = {}, options: CallOptions = {}): Promise<T> {
  return request<T>(path, { ...options, method: 'POST', body })
}

export function put<T>(path: string, body: unknown): Promise<T> {
  return request<T>(path, { method: 'PUT', body })
}

export function patch<T>(path: string, body: unknown): Promise<T> {
  return request<T>(path, { method: 'PATCH', body })
}

export function remove<T>(path: string): Promise<T> {
  return request<T>(path, { method: 'DELETE' })
}

/** The path with the parameters that have a value. */
export function withQuery(path: string, query: Query): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`
}

/** One call to the API of this origin. The page and its server have the same version, so the shape is trusted. */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  let response = await reach(path, options)
  // Varve has restarted: this browser shows that it has signed in before, and asks again.
  if (response.status === 401 && (await renewSession())) response = await reach(withPageKey(path), options)
  return readResponse(response.status, await response.text()) as T
}

async function reach(
  path: string,
  { method = 'GET', body, headers, signal: given, patience }: RequestOptions,
): Promise<Response> {
  const signal = patience === undefined ? given : AbortSignal.timeout(patience)
  const isFile = body instanceof Blob
  const type = isFile ? 'application/octet-stream' : 'application/json'
  try {
    return await fetch(path, {
      method,
      credentials: 'same-origin',
      // Nothing of it is kept. The browser's cache would let a call wait for an earlier one of the same address.
      cache: 'no-store',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': type }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
  } catch (cause) {
    if (given?.aborted) throw cause
    throw new WebError('unreachable', t('Varve isn’t responding.'), { cause })
  }
}

export interface UploadWatch {
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Uploads a file. Unlike `fetch`, XMLHttpRequest reports how much of it has been sent. */
export function uploadFile<T>(path: string, file: Blob, { onProgress, signal }: UploadWatch): Promise<T> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open('POST', path)
    call.setRequestHeader('accept', 'application/json')
    call.setRequestHeader('content-type', 'application/octet-stream')
    call.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : loaded / total),
    )
    call.addEventListener('load', () => {
      try {
        resolve(readResponse(call.status, call.responseText) as T)
      } catch (error) {
        reject(error)
      }
    })
    call.addEventListener('error', () => reject(new WebError('unreachable', 'Varve isn’t responding.')))
    call.addEventListener('abort', () => reject(new DOMException('The upload was canceled.', 'AbortError')))
    signal.addEventListener('abort', () => call.abort())
    call.send(file)
  })
}

/** The body of a response; throws the error that the server reports. */
function readResponse(status: number, text: string): unknown {
  const isGood = status >= 200 && status < 300
  const body = readJson(text, isGood)
  if (isGood) return body
  const { code: serverCode, detail, guard, passages } = readProblem(body)
  throw new WebError(codeOf(status), detail ?? t('The server answered {status}.', { status }), {
    ...(serverCode === undefined ? {} : { serverCode }),
    ...(guard ? { guard } : {}),
    ...(passages ? { passages } : {}),
  })
}

function readJson(text: string, isGood: boolean): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (!isGood) return undefined
    throw new WebError('broken', t('The server’s response is not JSON.'), { cause })
  }
}

interface ReadProblem {
  readonly code?: string
  readonly detail?: string
  readonly guard?: GuardQuestionView
  readonly passages?: readonly PassageView[]
}

function readProblem(body: unknown): ReadProblem {
  if (typeof body !== 'object' || body === null) return {}
  return {
    ...('code' in body && typeof body.code === 'string' ? { code: body.code } : {}),
    ...('detail' in body && typeof body.detail === 'string' ? { detail: body.detail } : {}),
    ...('guard' in body && typeof body.guard === 'object' ? { guard: body.guard as GuardQuestionView } : {}),
    ...('passages' in body && Array.isArray(body.passages)
      ? { passages: body.passages as readonly PassageView[] }
      : {}),
  }
}

function codeOf(status: number): WebErrorCode {
  if (status === 401) return 'signed-out'
  if (status === 404) return 'not-found'
  return status >= 400 && status < 500 ? 'refused' : 'broken'
}

/** A random id; also the key by which the server recognizes a message that is sent twice. */
export function newId(): string {
  // randomUUID needs a secure context, which a page served over plain HTTP in a home network is not.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
