import type { z } from 'zod'
import type { ERROR_STATUS } from '../error-status.ts'

export type ErrorCode = keyof typeof ERROR_STATUS
export type Method = 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT'

/** What a route sends when all is well. */
export interface RouteAnswer {
  readonly status: 200 | 201 | 202 | 204
  readonly words: string
  /** One of the views, by which it is named in the document. */
  readonly view?: z.ZodType
  readonly isList?: true
  /** Where it is no JSON: the types it may have. */
  readonly types?: readonly string[]
}

/** The documentation of one route. Schemas come from the code that parses with them. */
export interface RouteDescription {
  readonly summary: string
  /** What else a caller has to know. Markdown. */
  readonly description?: string
  readonly query?: z.ZodObject
  /** The schema that the route parses with; `bytes` for a file as it is. */
  readonly body?: z.ZodType | 'bytes'
  /** A body that the route takes. */
  readonly example?: unknown
  /** It takes an `Idempotency-Key`. */
  readonly isIdempotent?: true
  /** It takes a `Last-Event-ID`. */
  readonly isResumable?: true
  readonly answers: readonly RouteAnswer[]
  /** Beside those that follow from its address, its body and its query. */
  readonly refuses?: readonly ErrorCode[]
}

export interface DescribedRoute extends RouteDescription {
  readonly method: Method
  /** As Hono has it. */
  readonly path: string
  readonly tag: string
}

export interface RouteGroup {
  readonly tag: string
  /** What the addresses begin with, below `/api`. */
  readonly at: string
  /** By method and the rest of the address: `GET /:id`, or `GET` alone. */
  readonly routes: { readonly [Name in Method | `${Method} /${string}`]?: RouteDescription }
}

export function routesOf({ tag, at, routes }: RouteGroup): readonly DescribedRoute[] {
  return (Object.entries(routes) as [string, RouteDescription][]).map(([name, description]) => {
    const [method, rest = ''] = name.split(' ') as [Method, string?]
    return { ...description, method, path: `/api${at}${rest}`, tag }
  })
}
