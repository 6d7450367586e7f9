import type { GuardQuestion } from './guard-types.ts'
import { WebError, type WebErrorCode } from '../parts/web-error.ts'

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** After so long without an answer the server counts as gone; for calls that it answers at once when it is well. */
  readonly patience?: number
}

/** One call to the API of this origin. The page and its server are of one version, so the shape is trusted. */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const response = await reach(path, options)
  return readAnswer(response.status, await response.text()) as T
}

/** The body of an answer, or the error that it is. */
export function readAnswer(status: number, text: string): unknown {
  const isGood = status >= 200 && status < 300
  const body = readJson(text, isGood)
  if (isGood) return body
  const { code: serverCode, message, guard } = readError(body)
  throw new WebError(codeOf(status), message ?? `The server answered ${status}.`, {
    ...(serverCode === undefined ? {} : { serverCode }),
    ...(guard ? { guard } : {}),
  })
}

async function reach(
  path: string,
  { method = 'GET', body, headers, signal: given, patience }: RequestOptions,
): Promise<Response> {
  const signal = patience === undefined ? given : AbortSignal.timeout(patience)
  try {
    return await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
  } catch (cause) {
    if (given?.aborted) throw cause
    throw new WebError('unreachable', 'Varve does not answer.', { cause })
  }
}

function readJson(text: string, isGood: boolean): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (!isGood) return undefined
    throw new WebError('broken', 'The server answered something that is not JSON.', { cause })
  }
}

interface ReadError {
  readonly code?: string
  readonly message?: string
  readonly guard?: GuardQuestion
}

function readError(body: unknown): ReadError {
  if (typeof body !== 'object' || body === null || !('error' in body)) return {}
  const { error } = body
  if (typeof error !== 'object' || error === null) return {}
  return {
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...('message' in error && typeof error.message === 'string' ? { message: error.message } : {}),
    ...('guard' in error && typeof error.guard === 'object' ? { guard: error.guard as GuardQuestion } : {}),
  }
}

function codeOf(status: number): WebErrorCode {
  if (status === 401) return 'signed-out'
  if (status === 404) return 'not-found'
  return status >= 400 && status < 500 ? 'refused' : 'broken'
}
