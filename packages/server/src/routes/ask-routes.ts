import { setTimeout as sleep } from 'node:timers/promises'
import type { AskEvent } from '@varve/app'
import { type Context, Hono } from 'hono'
import type { ApiOptions } from './api-options.ts'
import { parseBody } from '../reading/parse-body.ts'
import { askAgainSchema, askSchema } from '@varve/contract'
import { streamLines } from '../stream-lines.ts'

/** A message and its answers in one request, for programs that can't answer questions in between. */
export function askRoutes({ app, workspaceOf, report }: ApiOptions): Hono {
  const routes = new Hono()
  routes.post('/ask', async (context) => {
    const body = await parseBody(context, askSchema)
    const place = { workspaceId: workspaceOf(context), signal: context.req.raw.signal }
    return answer(context, app.ask({ ...body, ...place }))
  })
  routes.post('/ask-again', async (context) => {
    const body = await parseBody(context, askAgainSchema)
    const place = { workspaceId: workspaceOf(context), signal: context.req.raw.signal }
    return answer(context, app.askAgain({ ...body, ...place }))
  })
  return routes

  /** What is refused is refused before the first line; leaving stops the answers. */
  async function answer(context: Context, events: AsyncGenerator<AskEvent>): Promise<Response> {
    const first = await events.next()
    return context.body(streamLines(withSigns(linesOf(first, events)), report), 200, {
      'content-type': 'application/x-ndjson',
      'transfer-encoding': 'chunked',
    })
  }
}

/** So often an empty line says that the answer is still under way: clients and proxies end what is silent too long. */
const SIGN_MILLISECONDS = 30_000

async function* withSigns(lines: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    let next = lines.next()
    for (;;) {
      const over = new AbortController()
      const sign = sleep(SIGN_MILLISECONDS, 'sign' as const, { signal: over.signal, ref: false })
      const line = await Promise.race([next, sign.catch(() => 'sign' as const)])
      over.abort()
      if (line === 'sign') yield '\n'
      else if (line.done) return
      else {
        yield line.value
        next = lines.next()
      }
    }
  } finally {
    await lines.return(undefined)
  }
}

async function* linesOf(
  first: IteratorResult<AskEvent>,
  rest: AsyncGenerator<AskEvent>,
): AsyncGenerator<string> {
  if (first.done) return
  yield `${JSON.stringify(first.value)}\n`
  for await (const event of rest) yield `${JSON.stringify(event)}\n`
}
