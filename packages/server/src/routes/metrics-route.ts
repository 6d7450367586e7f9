import type { HttpBindings } from '@hono/node-server'
import type { Context, Handler } from 'hono'
import type { MetricsSource } from '../observe/metrics-observer.ts'
import { ServerError } from '../server-error.ts'
import { isSame } from '../access/session.ts'

export interface MetricsAccess {
  readonly source: MetricsSource
  /** If set, required as `Authorization: Bearer …`; otherwise only this machine may ask. */
  readonly token?: string | undefined
}

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

/** Metrics for Prometheus. They hold no id of a chat and no text, but names of models and what was spent. */
export function metricsRoute({ source, token }: MetricsAccess): Handler {
  return async (context) => {
    const isAllowed =
      token === undefined
        ? LOOPBACK.test(addressOf(context))
        : isSame(context.req.header('authorization') ?? '', `Bearer ${token}`)
    if (!isAllowed) throw new ServerError('unauthorized', 'These metrics are not for everyone.')
    return context.text(await source.read(), 200, { 'content-type': source.contentType })
  }
}

/** Empty without a socket: then the client is not on this machine. */
function addressOf(context: Context): string {
  const { incoming } = (context.env ?? {}) as Partial<HttpBindings>
  return incoming?.socket.remoteAddress ?? ''
}
