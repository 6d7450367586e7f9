import { ACCEPTED_ENCODINGS } from './content-decoder.ts'
import { NetError } from './net-error.ts'

export interface RequestHeadersOptions {
  readonly userAgent: string
  readonly accept?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Set by the connection itself, or never sent from here, as cookies. What else names somebody is the caller's own, and stays with the host it was meant for. */
const FORBIDDEN =
  /^(?:cookie2?|host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|proxy-.*)$/

/** The headers of the first request. Throws on the ones that a caller must not set. */
export function requestHeaders({ userAgent, accept, headers = {} }: RequestHeadersOptions): Headers {
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
