import { AppError, type ClientCall, type ConverseInput, type TalkMessage } from '@varve/app'
import type { ModelView, ProblemView, TurnView } from '@varve/contract'
import { z } from 'zod'

/** The shapes of OpenAI's API for chats: what a request says, and what it is answered with. */

const part = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) }),
])
const texts = z.union([
  z.string(),
  z.array(z.object({ type: z.enum(['text', 'refusal']), text: z.string() })),
])
const toolCall = z.object({
  id: z.string().min(1).max(200),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
})
const talk = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['system', 'developer']), content: texts }),
  z.object({ role: z.literal('user'), content: z.union([z.string(), z.array(part)]) }),
  z.object({
    role: z.literal('assistant'),
    content: texts.nullish(),
    tool_calls: z.array(toolCall).nullish(),
  }),
  z.object({ role: z.literal('tool'), content: texts, tool_call_id: z.string().max(200) }),
])

const neutral = <Value extends string | number | boolean>(value: Value) =>
  z.literal(value, { error: `only ${JSON.stringify(value)} is supported` }).nullish()

/** What is known and not honoured is refused, unless it changes nothing that is answered. */
export const chatCompletionSchema = z.strictObject({
  model: z.string().min(1).max(400),
  messages: z.array(talk).min(1).max(10_000),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  reasoning_effort: z.string().max(20).nullish(),
  tools: z
    .array(
      z.object({
        type: z.literal('function'),
        function: z.object({
          name: z.string().regex(/^[\w-]{1,64}$/, 'a name has letters, digits, "_" and "-", at most 64'),
          description: z.string().nullish(),
          parameters: z.record(z.string(), z.unknown()).nullish(),
          strict: z.boolean().nullish(),
        }),
      }),
    )
    .max(128)
    .nullish(),
  tool_choice: z.enum(['auto', 'none'], { error: 'only "auto" and "none" are supported' }).nullish(),
  n: neutral(1),
  top_p: neutral(1),
  frequency_penalty: neutral(0),
  presence_penalty: neutral(0),
  logprobs: neutral(false),
  response_format: z.object({ type: neutral('text') }).nullish(),
  stop: z.null({ error: 'not supported' }).optional(),
  logit_bias: z.null({ error: 'not supported' }).optional(),
  modalities: z.array(neutral('text')).nullish(),
  /** What Varve does with private data that it asks about, in this request. */
  guard_decision: z.enum(['redact', 'send']).nullish(),
  // These change nothing that is answered.
  user: z.unknown().optional(),
  metadata: z.unknown().optional(),
  store: z.unknown().optional(),
  seed: z.unknown().optional(),
  parallel_tool_calls: z.unknown().optional(),
  service_tier: z.unknown().optional(),
  prompt_cache_key: z.unknown().optional(),
  prompt_cache_retention: z.unknown().optional(),
  safety_identifier: z.unknown().optional(),
  verbosity: z.unknown().optional(),
})

type ChatCompletionRequest = z.infer<typeof chatCompletionSchema>

const IGNORED = ['seed', 'parallel_tool_calls', 'service_tier', 'verbosity'] as const

/** What was asked for and has no effect here. */
export function ignoredIn(body: ChatCompletionRequest): readonly string[] {
  return IGNORED.filter((name) => body[name] !== undefined && body[name] !== null)
}

/** The request in Varve's words, its model aside. */
export function readChatCompletion(
  body: ChatCompletionRequest,
): Pick<ConverseInput, 'messages' | 'system' | 'tools' | 'settings' | 'decision'> {
  const { temperature, reasoning_effort: effort, guard_decision: action } = body
  const most = body.max_completion_tokens ?? body.max_tokens
  const system = body.messages.flatMap((one) =>
    one.role === 'system' || one.role === 'developer' ? [textOf(one.content)] : [],
  )
  const tools = body.tool_choice === 'none' ? [] : (body.tools ?? [])
  return {
    messages: body.messages.flatMap(readMessage),
    system: system.length > 0 ? system.join('\n\n') : undefined,
    tools: tools.map(({ function: { name, description, parameters } }) => ({
      name,
      description: description ?? '',
      parameters: parameters ?? { type: 'object', properties: {} },
    })),
    settings: {
      temperature: temperature ?? null,
      maxOutputTokens: most ?? null,
      reasoningEffort: effort ?? null,
    },
    ...(action ? { decision: { action } } : {}),
  }
}

function readMessage(one: ChatCompletionRequest['messages'][number]): readonly TalkMessage[] {
  switch (one.role) {
    case 'system':
    case 'developer':
      return []
    case 'user': {
      const parts =
        typeof one.content === 'string' ? [{ type: 'text', text: one.content } as const] : one.content
      const text = parts.flatMap((each) => (each.type === 'text' ? [each.text] : [])).join('\n')
      const pictures = parts.flatMap((each) =>
        each.type === 'image_url' ? [readPicture(each.image_url.url)] : [],
      )
      return [{ role: 'user', text, pictures }]
    }
    case 'assistant': {
      const calls = (one.tool_calls ?? []).map(({ id, function: { name, arguments: args } }) => ({
        id,
        name,
        arguments: args,
      }))
      return [{ role: 'assistant', text: textOf(one.content ?? ''), calls }]
    }
    case 'tool':
      return [{ role: 'tool', text: textOf(one.content), callId: one.tool_call_id }]
    default:
      return one satisfies never
  }
}

function textOf(content: z.infer<typeof texts>): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('\n')
}

function readPicture(url: string): { readonly mediaType: string; readonly bytes: Uint8Array } {
  const [, mediaType, base64] = /^data:(image\/[\w.+-]+);base64,([A-Za-z0-9+/=\s]+)$/.exec(url) ?? []
  if (mediaType === undefined || base64 === undefined)
    throw new AppError('message-invalid', 'Send a picture itself, as a data: URL. Varve fetches none.')
  return { mediaType, bytes: Uint8Array.from(Buffer.from(base64, 'base64')) }
}

interface Completion {
  readonly id: string
  readonly model: string
  /** In seconds. */
  readonly created: number
}

type FinishReason = 'stop' | 'length' | 'content_filter' | 'tool_calls'

export function finishOf({ endsEarly }: TurnView['answer']): FinishReason {
  if (endsEarly === 'output-limit') return 'length'
  return endsEarly === 'withheld' ? 'content_filter' : 'stop'
}

/** An answer in one piece. */
export function completionOf(
  completion: Completion,
  said: {
    readonly text: string
    readonly calls: readonly ClientCall[]
    readonly finish: FinishReason
    readonly usage: TurnView['answer']['usage']
  },
): object {
  const calls = said.calls.length > 0 ? { tool_calls: said.calls.map(callOf) } : {}
  const content = said.text === '' && said.calls.length > 0 ? null : said.text
  const one = { role: 'assistant', content, refusal: null, ...calls }
  return {
    ...completion,
    object: 'chat.completion',
    choices: [{ index: 0, message: one, logprobs: null, finish_reason: said.finish }],
    ...(said.usage ? { usage: usageOf(said.usage) } : {}),
  }
}

/** A part of an answer that comes as a stream. */
export function chunkOf(completion: Completion, delta: object, finish: FinishReason | null = null): object {
  return {
    ...completion,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  }
}

export function callsDelta(calls: readonly ClientCall[]): object {
  return { tool_calls: calls.map((call, index) => ({ index, ...callOf(call) })) }
}

export function usageChunk(completion: Completion, usage: TurnView['answer']['usage']): object {
  return {
    ...completion,
    object: 'chat.completion.chunk',
    choices: [],
    usage: usage ? usageOf(usage) : null,
  }
}

function callOf({ id, name, arguments: args }: ClientCall): object {
  return { id, type: 'function', function: { name, arguments: args } }
}

function usageOf({ input, output, cached }: NonNullable<TurnView['answer']['usage']>): object {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
  }
}

export function modelOf(id: string, owner: Pick<ModelView, 'provider'>): object {
  return { id, object: 'model', created: 0, owned_by: owner.provider }
}

type RefusedWith = Pick<ProblemView, 'code' | 'detail' | 'status' | 'guard'>

/** A refusal as OpenAI words it: its clients read `type` and `code`. */
export function openAiError({ code, detail, status, guard }: RefusedWith): object {
  const places = guard?.findings.map(({ type, place, count, severity }) => ({ type, place, count, severity }))
  return {
    error: {
      message: detail,
      type: typeOf(code, status),
      param: code === 'model-unknown' ? 'model' : null,
      code: CODES[code] ?? code.replaceAll('-', '_'),
      ...(places ? { findings: places } : {}),
    },
  }
}

const CODES: Readonly<Record<string, string>> = {
  unauthorized: 'invalid_api_key',
  'model-unknown': 'model_not_found',
  'does-not-fit': 'context_length_exceeded',
  'spending-limit': 'insufficient_quota',
}

function typeOf(code: string, status: number): string {
  if (code === 'spending-limit') return 'insufficient_quota'
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}

/** OpenAI's own statuses, where its clients go by them. */
export function openAiStatus(code: string): 404 | 429 | undefined {
  if (code === 'spending-limit') return 429
  return code === 'model-unknown' ? 404 : undefined
}
