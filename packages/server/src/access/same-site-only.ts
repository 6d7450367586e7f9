import type { MiddlewareHandler } from 'hono'
import { ServerError } from '../server-error.ts'

/**
 * Lets through only what asks for this very server by name and, where a browser says from where, comes
 * from its own page. The first stops a foreign name that resolves to this machine; the second stops other
 * pages, also those on other ports of this machine, which count as the same site.
 */
export function sameSiteOnly(port: number): MiddlewareHandler {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  const origins = hosts.map((host) => `http://${host}`)
  return async (context, next) => {
    const host = context.req.header('host') ?? ''
    if (!hosts.includes(host))
      throw new ServerError('host-refused', 'This server does not answer to that name.')
    const origin = context.req.header('origin')
    if (origin !== undefined && !origins.includes(origin))
      throw new ServerError('origin-refused', 'This server does not answer other pages.')
    const site = context.req.header('sec-fetch-site')
    const isNavigation = context.req.header('sec-fetch-mode') === 'navigate' && context.req.method === 'GET'
    if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isNavigation)
      throw new ServerError('origin-refused', 'This server does not answer other pages.')
    await next()
  }
}
