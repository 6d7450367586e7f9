import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { ServerError } from '../server-error.ts'

export interface SessionOptions {
  /** Made for this run; stands in the address that is printed, and nowhere else. */
  readonly token: string
  readonly port: number
}

/** Cookies know no ports: the name keeps two servers on one machine apart. */
export function cookieName(port: number): string {
  return `varve-session-${port}`
}

/**
 * Lets in whoever comes with the token of this run, and gives them a cookie in exchange, so that the token
 * leaves the address bar. Everything else needs that cookie.
 */
export function session({ token, port }: SessionOptions): MiddlewareHandler {
  const secret = randomBytes(32).toString('base64url')
  const name = cookieName(port)
  return async (context, next) => {
    const given = context.req.query('token')
    if (
      context.req.path === '/' &&
      context.req.method === 'GET' &&
      given !== undefined &&
      isSame(given, token)
    ) {
      setCookie(context, name, secret, { httpOnly: true, sameSite: 'Strict', path: '/' })
      return context.redirect('/', 303)
    }
    if (!isSame(getCookie(context, name) ?? '', secret))
      throw new ServerError(
        'unauthorized',
        'Open the address that "varve start" printed: it holds the key of this run.',
      )
    return next()
  }
}

/** In constant time, also for texts of different length. */
export function isSame(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
