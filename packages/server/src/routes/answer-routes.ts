import { Hono } from 'hono'
import type { NumberedEvent } from '@varve/app'
import { sendEvents } from '../event-stream.ts'
import type { ApiOptions } from './api-options.ts'
import { parseBody, parseQuery, parsePosition } from '../reading/parse-body.ts'
import { type AnswerEvent, answerCallSchema, emptySchema, eventsQuery, steerSchema } from '@varve/contract'

const HEARTBEAT = { text: ': still here\n\n', milliseconds: 15_000 }

const RETRY_MILLISECONDS = 1000

/** Words that come quicker than this are sent together. */
const GATHER_MILLISECONDS = 30

const encoder = new TextEncoder()

/** The bytes that all readers of an answer share: in memory once, however many read. */
const shared = new WeakMap<object, Uint8Array>()

export function answerRoutes({ app, workspaceOf, report }: ApiOptions): Hono {
  const routes = new Hono()
  routes.get('/:id/events', async (context) => {
    const answerId = context.req.param('id')
    const { after } = parseQuery(context, eventsQuery)
    // A browser that comes back says in the header how far it is; its address stays what it was.
    const position = parsePosition(context.req.header('last-event-id')) ?? after ?? { after: 0 }
    const { signal } = context.req.raw
    const workspaceId = workspaceOf(context)
    const events = await app.watchAnswer({ workspaceId, answerId, ...position, signal })
    // No content tells a browser's EventSource not to come back.
    return events
      ? sendEvents(context, answerBlocks(events), { heartbeat: HEARTBEAT, report })
      : context.body(null, 204)
  })
  routes.post('/:id/calls/:call', async (context) => {
    const { answer, always } = await parseBody(context, answerCallSchema)
    const [answerId, callId] = [context.req.param('id'), context.req.param('call')]
    await app.answerCall({ workspaceId: workspaceOf(context), answerId, callId, answer, always })
    return context.body(null, 204)
  })
  routes.post('/:id/say', async (context) => {
    const { text } = await parseBody(context, steerSchema)
    await app.steerAnswer({ workspaceId: workspaceOf(context), answerId: context.req.param('id'), text })
    return context.body(null, 204)
  })
  routes.post('/:id/stop', async (context) => {
    await parseBody(context, emptySchema)
    return context.json(
      await app.stopAnswer({ workspaceId: workspaceOf(context), answerId: context.req.param('id') }),
    )
  })
  return routes
}

/**
 * The events of an answer as they go over the wire. What is not yet taken stays with the answer itself, so a slow
 * reader costs no memory, and what comes while one waits is one event. Leaving ends only the watching.
 */
export async function* answerBlocks(
  events: AsyncIterable<NumberedEvent>,
): AsyncGenerator<string | Uint8Array> {
  yield `retry: ${RETRY_MILLISECONDS}\n\n`
  for await (const numbered of events) {
    const { event } = numbered
    if ('delta' in event) {
      yield `data: ${JSON.stringify(event)}\nid: ${positionOf(numbered)}\n\n`
      await nextBeat()
    } else {
      yield 'data: '
      yield dataOf(event)
      yield `\nid: ${positionOf(numbered)}\n\n`
    }
  }
}

let beat: Promise<void> | undefined

/** One timer for all answers. */
function nextBeat(): Promise<void> {
  beat ??= new Promise((resolve) => {
    setTimeout(() => {
      beat = undefined
      resolve()
    }, GATHER_MILLISECONDS)
  })
  return beat
}

function dataOf(event: Exclude<AnswerEvent, { readonly delta: string }>): Uint8Array {
  const common = 'turn' in event ? event.turn : event.steps
  const known = shared.get(common)
  if (known) return known
  const bytes = encoder.encode(JSON.stringify(event))
  shared.set(common, bytes)
  return bytes
}

function positionOf({ id, reasoned = 0, stepped = 0 }: NumberedEvent): string {
  return stepped > 0 ? `${id}-${reasoned}-${stepped}` : reasoned === 0 ? `${id}` : `${id}-${reasoned}`
}
