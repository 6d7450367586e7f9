import { randomUUID } from 'node:crypto'
import { type App, AppError, countTalk, type TalkEvent } from '@varve/app'
import type { AnswerErrorCode, AppErrorCode, TurnView } from '@varve/contract'
import { type Handler, Hono } from 'hono'
import { ERROR_STATUS } from '../error-status.ts'
import { sendEvents } from '../event-stream.ts'
import { parseBody } from '../reading/parse-body.ts'
import { ServerError } from '../server-error.ts'
import { anthropicMessages, countTokensSchema, readCounted } from './anthropic-messages.ts'
import { openAiChat } from './openai-chat.ts'
import { openAiResponses } from './openai-responses.ts'
import { findTarget, listTargets } from './targets.ts'
import type { ResponseWriter, Said, VendorApi } from './vendor-api.ts'
import { z } from 'zod'

const HEARTBEAT = { text: ': still here\n\n', milliseconds: 15_000 }

interface V1Options {
  readonly app: App
  /** The workspace for names of models that say none. */
  readonly first: string
  readonly report: (message: string) => void
}

/** For clients of OpenAI and Anthropic: they ask models, and what Varve makes of models and notes, under its guard. */
export function v1Routes(options: V1Options): Hono {
  const { app, first } = options
  const routes = new Hono()
  routes.get('/models', async (context) => {
    const data = (await listTargets(app)).map(modelOf)
    return context.json({
      object: 'list',
      data,
      has_more: false,
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
    })
  })
  routes.get('/models/:name{.+}', async (context) => {
    const name = context.req.param('name')
    const found = (await listTargets(app)).find(({ id }) => id === name)
    if (!found) throw new AppError('model-unknown', `There is no model "${name}".`)
    return context.json(modelOf(found))
  })
  routes.post('/chat/completions', answerAs(openAiChat, options))
  routes.post('/responses', answerAs(openAiResponses, options))
  routes.post('/messages', answerAs(anthropicMessages, options))
  routes.post('/messages/count_tokens', async (context) => {
    const body = await parseBody(context, countTokensSchema)
    await findTarget(app, first, body.model)
    return context.json({ input_tokens: countTalk(readCounted(body)) })
  })
  routes.post('/embeddings', async (context) => {
    const body = await parseBody(context, embeddingsSchema)
    return context.json(await embeddingsOf(app, body, context.req.raw.signal))
  })
  routes.all('*', () => {
    throw new ServerError(
      'route-not-found',
      'Varve has /v1/chat/completions, /v1/responses, /v1/embeddings, /v1/messages and /v1/models.',
    )
  })
  return routes
}

/** As OpenAI and Anthropic both list them: the fields of one mean nothing to clients of the other. */
function modelOf({ id, name, owner }: Awaited<ReturnType<typeof listTargets>>[number]) {
  return {
    id,
    object: 'model',
    created: 0,
    owned_by: owner,
    type: 'model',
    display_name: name,
    created_at: '1970-01-01T00:00:00Z',
  }
}

type AnyBody = { readonly model: string; readonly stream?: boolean | null | undefined }

/** One conversation in the words of a vendor: read, answered, and written in one piece or as a stream. */
function answerAs<Body extends AnyBody>(vendor: VendorApi<Body>, { app, first, report }: V1Options): Handler {
  return async (context) => {
    const body = await parseBody(context, vendor.schema)
    const target = await findTarget(app, first, body.model)
    const read = vendor.read(body)
    const leaving = new AbortController()
    const id = `${vendor.idPrefix}${randomUUID()}`
    const events = app.converse({
      ...read,
      ...target,
      settings: { ...read.settings, ...target.settings },
      responseId: id,
      signal: AbortSignal.any([context.req.raw.signal, leaving.signal]),
    })
    // What is refused is refused before the first byte.
    const begun = await events.next()
    const response = { id, model: body.model, created: Math.floor(Date.now() / 1000) }
    const headers = ownHeaders(begun.value ?? undefined, vendor.ignored(body))
    if (!body.stream) return context.json(vendor.whole(response, await gather(events), body), 200, headers)
    return sendEvents(context, writeAll(events, vendor.openWriter(response, body)), {
      headers,
      heartbeat: HEARTBEAT,
      onLeave: () => leaving.abort(),
      report,
    })
  }
}

/** The chat that it became, and what was asked for and has no effect. */
function ownHeaders(
  sent: TalkEvent | undefined,
  ignored: readonly string[],
): Readonly<Record<string, string>> {
  return {
    ...(sent?.kind === 'sent' ? { 'x-varve-chat': sent.chatId } : {}),
    ...(ignored.length > 0 ? { 'x-varve-ignored': ignored.join(', ') } : {}),
  }
}

async function gather(events: AsyncIterable<TalkEvent>): Promise<Said> {
  let text = ''
  for await (const event of events) {
    if (event.kind === 'text') text += event.delta
    const said = endOf(event, text)
    if (said) return said
  }
  throw new AppError('failed', 'The answer ended without a word.')
}

async function* writeAll(events: AsyncIterable<TalkEvent>, writer: ResponseWriter): AsyncGenerator<string> {
  let text = ''
  yield writer.begin()
  try {
    for await (const event of events) {
      if (event.kind === 'text' && event.delta !== '') {
        text += event.delta
        yield writer.text(event.delta)
      }
      const said = endOf(event, text)
      if (said) yield writer.end(said)
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    yield writer.fail({ code: error.code, detail: error.message, status: ERROR_STATUS[error.code] })
  }
}

/** Failures by which clients decide whether to try again. All others are the provider's. */
const FAILURES: Readonly<Partial<Record<AnswerErrorCode, AppErrorCode>>> = {
  'rate-limited': 'provider-limited',
  overloaded: 'busy',
  'too-long': 'does-not-fit',
  'spending-limit': 'spending-limit',
}

function endOf(event: TalkEvent, text: string): Said | undefined {
  if (event.kind === 'wanted') return { text, calls: event.calls, finish: 'tool_calls', usage: event.usage }
  if (event.kind !== 'ended') return undefined
  const { answer } = event.turn
  // A failure of the provider in its own words, which name what to do.
  if (answer.status !== 'complete')
    throw new AppError(
      (answer.errorCode && FAILURES[answer.errorCode]) ?? 'provider-failed',
      answer.error ?? 'The answer was cut off.',
    )
  return { text, calls: [], finish: finishOf(answer), usage: event.usage }
}

function finishOf({ endsEarly }: TurnView['answer']): Said['finish'] {
  if (endsEarly === 'output-limit') return 'length'
  return endsEarly === 'withheld' ? 'content_filter' : 'stop'
}

const text = z.string().min(1)

const embeddingsSchema = z.strictObject({
  model: z.string().min(1).max(400),
  input: z.union([text, z.array(text).min(1).max(2048)], {
    error: 'it has to be a text, or a list of at most 2048 texts',
  }),
  encoding_format: z.enum(['float', 'base64']).nullish(),
  dimensions: z.int().min(1).nullish(),
  user: z.unknown().optional(),
})

/** Vectors of the model that comes with Varve: nothing leaves this machine. */
async function embeddingsOf(
  app: App,
  { model, input, encoding_format: encoding, dimensions }: z.infer<typeof embeddingsSchema>,
  signal: AbortSignal,
): Promise<object> {
  const texts = typeof input === 'string' ? [input] : input
  const { vectors, tokens } = await app.embedTexts({ modelId: model, texts, signal })
  const [first] = vectors
  if (dimensions && first && dimensions !== first.length)
    throw new AppError('message-invalid', `"dimensions" can only be ${first.length} with this model.`)
  return {
    object: 'list',
    model,
    data: vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: encoding === 'base64' ? base64Of(vector) : [...vector],
    })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  }
}

/** As 32-bit numbers, the smallest byte first, whatever this machine has. */
function base64Of(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4)
  return bytes.toString('base64')
}
