import type { MiddlewareHandler } from 'hono'

/** Nothing is loaded from elsewhere, no script stands in a page, no page may frame this one. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Of every response, refusals and streams included. */
export const SECURITY_HEADERS: readonly (readonly [string, string])[] = [
  ['Content-Security-Policy', CONTENT_SECURITY_POLICY],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
]

export function securityHeaders(): MiddlewareHandler {
  return async (context, next) => {
    await next()
    for (const [name, value] of SECURITY_HEADERS) context.res.headers.set(name, value)
    if (!context.res.headers.has('Cache-Control')) context.res.headers.set('Cache-Control', 'no-store')
  }
}
