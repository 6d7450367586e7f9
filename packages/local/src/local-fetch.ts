import { z } from 'zod'
import { type LocalEngine, LocalError, type LocalEvent, type LocalModelFile } from './local-engine.ts'
import type { Generation } from './process/messages.ts'
import type { Prompt, PromptMessage } from './prompt/prompt.ts'

const texts = z.union([
  z.string().transform((text) => [text]),
  z
    .array(z.looseObject({ text: z.string().optional() }))
    .transform((parts) => parts.map(({ text = '' }) => text)),
  z.null().transform(() => []),
])

/** Ollama's protocol writes them as what they are, OpenAI's as text. */
const callArguments = z.union([z.string(), z.looseObject({}).transform((value) => JSON.stringify(value))])

const messageSchema = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: texts.optional(),
  tool_calls: z
    .array(z.looseObject({ function: z.looseObject({ name: z.string(), arguments: callArguments }) }))
    .optional(),
})

/** What is understood of a request for chat completions. */
const body = z.looseObject({
  messages: z.array(messageSchema).min(1),
  tools: z
    .array(
      z.looseObject({
        function: z.looseObject({
          name: z.string(),
          description: z.string().default(''),
          parameters: z.record(z.string(), z.unknown()).default({}),
        }),
      }),
    )
    .default([]),
  tool_choice: z.union([z.enum(['auto', 'none', 'required']), z.looseObject({})]).default('auto'),
  response_format: z
    .looseObject({
      type: z.string(),
      json_schema: z.looseObject({ schema: z.unknown() }).optional(),
    })
    .optional(),
  max_tokens: z.number().int().positive().optional(),
  max_completion_tokens: z.number().int().positive().optional(),
  temperature: z.number().min(0).optional(),
  top_p: z.number().min(0).max(1).optional(),
  seed: z.number().int().optional(),
  stop: z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]),
})

export interface LocalPlace {
  readonly model: LocalModelFile
  readonly workspace: string
  readonly chat: string
  readonly epoch?: string | undefined
}

/**
 * A `fetch` behind which there is no network: it answers as a server of chat completions does, so that a model of one's
 * own is asked, shown, counted and recorded like any other. While nothing comes, a comment is sent.
 */
export function localFetch(engine: LocalEngine, place: LocalPlace): typeof globalThis.fetch {
  return async (_, init) => {
    const parsed = body.safeParse(typeof init?.body === 'string' ? JSON.parse(init.body) : undefined)
    if (!parsed.success) {
      const error = { message: z.prettifyError(parsed.error), type: 'invalid_request_error' }
      return Response.json({ error }, { status: 400 })
    }
    const request = { ...place, prompt: promptOf(parsed.data) }
    const abort = new AbortController()
    const signal = init?.signal ? AbortSignal.any([init.signal, abort.signal]) : abort.signal
    const events = engine.answer(request, generationOf(parsed.data), signal)
    const lines = linesOf(events)
    return new Response(
      new ReadableStream<Uint8Array>(
        {
          pull: async (controller) => {
            const { done, value } = await lines.next()
            if (done) controller.close()
            else controller.enqueue(new TextEncoder().encode(value))
          },
          cancel: () => abort.abort(),
        },
        { highWaterMark: 0 },
      ),
      { headers: { 'content-type': 'text/event-stream' } },
    )
  }
}

/** The prompt in a request for chat completions. */
export function readPrompt(requestBody: unknown): Prompt {
  return promptOf(body.parse(requestBody))
}

function promptOf({ messages, tools }: z.output<typeof body>): Prompt {
  return {
    tools: tools.map(({ function: { name, description, parameters } }) => ({
      name,
      description,
      parameters,
    })),
    messages: messages.map(
      ({ role, content = [], tool_calls: calls = [] }): PromptMessage => ({
        role: role === 'developer' ? 'system' : role,
        parts: content,
        calls: calls.map((call) => ({ name: call.function.name, arguments: call.function.arguments })),
      }),
    ),
  }
}

function generationOf(asked: z.output<typeof body>): Generation {
  const maxTokens = asked.max_completion_tokens ?? asked.max_tokens
  const format = asked.response_format
  const schema = format?.type === 'json_schema' ? format.json_schema?.schema : undefined
  return {
    stop: asked.stop,
    toolChoice: typeof asked.tool_choice === 'string' ? asked.tool_choice : 'required',
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(asked.temperature === undefined ? {} : { temperature: asked.temperature }),
    ...(asked.top_p === undefined ? {} : { topP: asked.top_p }),
    ...(asked.seed === undefined ? {} : { seed: asked.seed }),
    ...(schema !== undefined
      ? { schema }
      : format?.type === 'json_object'
        ? { schema: { type: 'object' } }
        : {}),
  }
}

async function* linesOf(events: AsyncIterable<LocalEvent>): AsyncGenerator<string> {
  try {
    for await (const event of events) yield* linesOfEvent(event)
    yield 'data: [DONE]\n\n'
  } catch (error) {
    yield line({ error: errorOf(error) })
  }
}

function* linesOfEvent(event: LocalEvent): Generator<string> {
  switch (event.kind) {
    case 'loading':
      yield ': loading the model\n\n'
      return
    case 'progress':
      yield `: read ${event.read} of ${event.of} tokens\n\n`
      return
    case 'text':
      yield line({ choices: [{ index: 0, delta: { content: event.delta } }] })
      return
    case 'done': {
      const { calls, finish, promptTokens, cachedTokens, outputTokens } = event
      const named = calls.map((call, index) => ({ index, type: 'function', function: call }))
      if (named.length > 0) yield line({ choices: [{ index: 0, delta: { tool_calls: named } }] })
      const usage = {
        prompt_tokens: promptTokens,
        completion_tokens: outputTokens,
        prompt_tokens_details: { cached_tokens: cachedTokens },
      }
      if (finish === 'stopped') return
      const reason = finish === 'tool-calls' ? 'tool_calls' : finish
      yield line({ choices: [{ index: 0, delta: {}, finish_reason: reason }] })
      yield line({ choices: [], usage })
      return
    }
    default:
      event satisfies never
  }
}

function line(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

/** As servers of this protocol name it. */
function errorOf(error: unknown): { readonly message: string; readonly type: string; readonly code: string } {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof LocalError ? error.code : 'failed'
  switch (code) {
    case 'too-long':
      return { message, type: 'invalid_request_error', code: 'context_length_exceeded' }
    case 'model-missing':
      return { message, type: 'not_found_error', code: 'not_found_error' }
    case 'no-memory':
    case 'no-runtime':
    case 'bad-model':
    case 'bad-request':
    case 'crashed':
    case 'failed':
      return { message, type: 'invalid_request_error', code: 'invalid_request_error' }
    default:
      return code satisfies never
  }
}
