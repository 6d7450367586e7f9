import type { MiddlewareHandler } from 'hono'

/** Loads nothing from other origins, no inline scripts, and no page may frame this one. */
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

/**
 * The frame that draws diagrams: it has no origin, and nothing in it can reach the network or this server.
 * Its script is inline, because a frame without an origin can't load one.
 */
export const DIAGRAM_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    'sandbox allow-scripts',
    "default-src 'none'",
    "script-src 'unsafe-inline'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "frame-ancestors 'self'",
  ].join('; '),
  'X-Frame-Options': 'SAMEORIGIN',
}

export function securityHeaders(): MiddlewareHandler {
  return async (context, next) => {
    await next()
    // A response may say it more strictly, and then that holds.
    const { headers } = context.res
    for (const [name, value] of SECURITY_HEADERS) if (!headers.has(name)) headers.set(name, value)
    if (!context.res.headers.has('Cache-Control')) context.res.headers.set('Cache-Control', 'no-store')
  }
}
