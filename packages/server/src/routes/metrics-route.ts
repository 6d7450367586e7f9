import type { Handler } from 'hono'
import type { MetricsSource } from '../observe/metrics-observer.ts'
import { ServerError } from '../server-error.ts'
import { isLoopback, peerOf } from '../access/reach.ts'
import { isSame } from '../access/secrets.ts'

export interface MetricsAccess {
  readonly source: MetricsSource
  /** If set, required as `Authorization: Bearer …`; otherwise only this machine may ask. */
  readonly token?: string | undefined
}

/** Metrics for Prometheus. They hold no id of a chat and no text, but names of models and what was spent. */
export function metricsRoute({ source, token }: MetricsAccess): Handler {
  return async (context) => {
    const isAllowed =
      token === undefined
        ? isLoopback(peerOf(context.env))
        : isSame(context.req.header('authorization') ?? '', `Bearer ${token}`)
    if (!isAllowed) throw new ServerError('unauthorized', 'These metrics are not for everyone.')
    return context.text(await source.read(), 200, { 'content-type': source.contentType })
  }
}
