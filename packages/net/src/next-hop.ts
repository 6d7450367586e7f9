import { NetError } from './net-error.ts'
import { parseTarget, type Target } from './parse-target.ts'

export interface Hop {
  readonly target: Target
  readonly headers: Headers
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Say nothing about the user or about what they were given before, so they may follow to another host. */
const HARMLESS: ReadonlySet<string> = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent'])

/** Where an answer sends the reader, if it does. */
export function redirectLocation(status: number, headers: Headers): string | undefined {
  return REDIRECTS.has(status) ? (headers.get('location') ?? undefined) : undefined
}

/** The next request of a redirect: checked like the first, and with less to tell when the host is another. */
export function nextHop({ target, headers }: Hop, location: string): Hop {
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
