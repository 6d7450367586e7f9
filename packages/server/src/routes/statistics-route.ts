import type { Handler } from 'hono'
import type { ApiOptions } from './api-options.ts'
import { parseQuery } from '../reading/parse-query.ts'
import { statisticsSchema } from '../schemas/statistics-schema.ts'

/** What the turns of a workspace used and how they came about: `?chat=…&since=2026-01-31&until=2026-02-28`. */
export function statisticsRoute({ app, workspaceOf }: ApiOptions): Handler {
  return async (context) => {
    const { chat: chatId, since, until } = parseQuery(context, statisticsSchema)
    const workspaceId = workspaceOf(context)
    return context.json(await app.showTurnStatistics({ workspaceId, chatId, since, until }))
  }
}
