import { Agent, fetch as undiciFetch, type RequestInit as UndiciInit } from 'undici'

/** A `fetch` without the time-outs of five minutes that Node's own has: how long to wait is for the caller to say. */
export function createPlainFetch(): typeof globalThis.fetch {
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
  return async (input, init) => {
    const target = input instanceof Request ? input.url : input
    const response: unknown = await undiciFetch(target, { ...init, dispatcher } as unknown as UndiciInit)
    return response as Response
  }
}
