import { AppError, type ClientCall, type TalkMessage, type TalkUsage } from '@varve/app'
import { z } from 'zod'
import {
  choiceOf,
  decisionOf,
  eventBlock,
  findingsOf,
  givenNames,
  guardDecision,
  jsonObject,
  pictureFrom,
  type RefusedWith,
  type ResponseInfo,
  type ResponseWriter,
  type Said,
  sampling,
  type TalkRequest,
  toolName,
  unsupported,
  unsupportedList,
  type VendorApi,
  withoutEffect,
} from './vendor-api.ts'

const textBlock = z.object({ type: z.literal('text'), text: z.string() })
const imageBlock = z.object({
  type: z.literal('image'),
  source: z.object({
    type: z.literal('base64', { error: 'send a picture itself, as base64: Varve fetches none' }),
    media_type: z.string().regex(/^image\/[\w.+-]+$/),
    data: z.string(),
  }),
})
const block = z.discriminatedUnion('type', [
  textBlock,
  imageBlock,
  z.object({
    type: z.literal('tool_use'),
    id: z.string().min(1).max(200),
    name: z.string(),
    input: z.unknown(),
  }),
  z.object({
    type: z.literal('tool_result'),
    tool_use_id: z.string().max(200),
    content: z.union([z.string(), z.array(textBlock)]).nullish(),
    is_error: z.boolean().nullish(),
  }),
  // Nothing of it was ever given here, so there is nothing to take up.
  z.object({ type: z.literal('thinking') }),
  z.object({ type: z.literal('redacted_thinking') }),
])
const message = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.union([z.string(), z.array(block)]),
})

const counted = {
  model: z.string().min(1).max(400),
  messages: z.array(message).min(1).max(10_000),
  system: z.union([z.string(), z.array(textBlock)]).nullish(),
  tools: z
    .array(
      z.object({
        type: z.literal('custom', { error: 'only tools of the client are supported' }).nullish(),
        name: toolName,
        description: z.string().nullish(),
        input_schema: z.record(z.string(), z.unknown()),
      }),
    )
    .max(128)
    .nullish(),
  tool_choice: z
    .discriminatedUnion('type', [
      z.object({ type: z.enum(['auto', 'none', 'any']) }),
      z.object({ type: z.literal('tool'), name: z.string() }),
    ])
    .nullish(),
  thinking: withoutEffect,
  cache_control: withoutEffect,
  context_management: withoutEffect,
  output_config: z
    .object({
      effort: z.string().max(20).nullish(),
      format: z.object({ type: z.literal('json_schema'), schema: jsonObject }).nullish(),
    })
    .nullish(),
}

export const countTokensSchema = z.strictObject(counted)

const schema = z.strictObject({
  ...counted,
  max_tokens: z.int().min(1),
  stream: z.boolean().nullish(),
  temperature: z.number().min(0).max(1).nullish(),
  top_p: sampling,
  top_k: sampling,
  stop_sequences: unsupportedList,
  container: unsupported,
  mcp_servers: unsupportedList,
  // Tool runners ask for one: then later turns would come without tools and system prompt.
  thread: z.object({ type: z.enum(['create', 'continue']) }).nullish(),
  guard_decision: guardDecision,
  // These change nothing that is answered.
  metadata: withoutEffect,
  service_tier: withoutEffect,
  inference_geo: withoutEffect,
})

type Body = z.infer<typeof schema>

/** `/v1/messages`. */
export const anthropicMessages: VendorApi<Body> = {
  schema,
  idPrefix: 'msg_',
  read: (body) => ({
    ...readUnthreaded(body),
    settings: {
      temperature: body.temperature ?? null,
      maxOutputTokens: body.max_tokens,
      reasoningEffort: body.output_config?.effort ?? null,
    },
    ...decisionOf(body.guard_decision),
  }),
  ignored: (body) =>
    givenNames(body, ['top_p', 'top_k', 'thinking', 'context_management', 'service_tier', 'inference_geo']),
  whole: (response, said) => ({
    ...messageOf(response),
    content: [
      ...(said.text === '' && said.calls.length > 0 ? [] : [{ type: 'text', text: said.text }]),
      ...said.calls.map((call) => ({ ...toolUse(call), input: inputOf(call) })),
    ],
    stop_reason: STOP_REASONS[said.finish],
    usage: usageOf(said.usage),
  }),
  openWriter,
}

/** A client that is told so sends the conversation whole. */
function readUnthreaded(body: Body) {
  if (body.thread?.type === 'continue')
    throw new AppError('answer-not-found', 'Varve keeps no threads. Send the whole conversation.')
  return readCounted(body)
}

export function readCounted(body: z.infer<typeof countTokensSchema>) {
  const { system, tools, tool_choice: choice, output_config: output } = body
  const words = typeof system === 'string' ? system : system?.map(({ text }) => text).join('\n\n')
  const schemaOf = output?.format?.schema
  const format = schemaOf && ({ kind: 'schema', name: 'answer', schema: schemaOf } as const)
  const given = (choice?.type === 'none' ? [] : (tools ?? [])).map(
    ({ name, description, input_schema: parameters }) => ({
      name,
      description: description ?? '',
      parameters,
    }),
  )
  return {
    messages: body.messages.flatMap(readMessage),
    system: words === '' ? undefined : words,
    tools: given,
    ...choiceOf(choice?.type === 'tool' ? choice : choice?.type === 'any' ? 'required' : choice?.type, given),
    ...(format ? { format } : {}),
  } satisfies Omit<TalkRequest, 'settings'>
}

/** Results of tools are parts of a message of the user here. */
function readMessage({ role, content }: z.infer<typeof message>): readonly TalkMessage[] {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content } as const] : content
  const text = blocks.flatMap((one) => (one.type === 'text' ? [one.text] : [])).join('\n')
  if (role === 'assistant') {
    const calls = blocks.flatMap((one) =>
      one.type === 'tool_use'
        ? [{ id: one.id, name: one.name, arguments: JSON.stringify(one.input ?? {}) }]
        : [],
    )
    return [{ role, text, calls }]
  }
  const results = blocks.flatMap((one): readonly TalkMessage[] =>
    one.type === 'tool_result' ? [{ role: 'tool', text: resultOf(one), callId: one.tool_use_id }] : [],
  )
  const pictures = blocks.flatMap((one) =>
    one.type === 'image' ? [pictureFrom(one.source.media_type, one.source.data)] : [],
  )
  if (blocks.some(({ type }) => type === 'tool_use'))
    throw new AppError('message-invalid', 'A message of the user cannot hold "tool_use".')
  const isOnlyResults = results.length > 0 && text === '' && pictures.length === 0
  return [...results, ...(isOnlyResults ? [] : [{ role, text, pictures } as const])]
}

function resultOf({
  content,
  is_error: isError,
}: Extract<z.infer<typeof block>, { readonly type: 'tool_result' }>): string {
  const text = typeof content === 'string' ? content : (content ?? []).map((one) => one.text).join('\n')
  return isError ? `Error: ${text}` : text
}

const STOP_REASONS = {
  stop: 'end_turn',
  length: 'max_tokens',
  content_filter: 'refusal',
  tool_calls: 'tool_use',
} as const satisfies Record<Said['finish'], string>

function messageOf({ id, model }: ResponseInfo): object {
  return { id, type: 'message', role: 'assistant', model, stop_sequence: null }
}

function toolUse({ id, name }: ClientCall): object {
  return { type: 'tool_use', id, name }
}

function inputOf({ arguments: args }: ClientCall): unknown {
  try {
    return JSON.parse(args === '' ? '{}' : args)
  } catch {
    return {}
  }
}

/** `input_tokens` is only what was neither read from the cache nor written to it. */
function usageOf(usage: TalkUsage | undefined): object {
  const { input, cached, written, output } = usage ?? { input: 0, cached: 0, written: 0, output: 0 }
  return {
    input_tokens: input - cached - written,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: cached,
    output_tokens: output,
  }
}

function openWriter(response: ResponseInfo): ResponseWriter {
  let index = 0
  let isOpen = false
  const write = (type: string, data: object = {}): string => eventBlock({ type, ...data }, type)
  const open = (): string => {
    if (isOpen) return ''
    isOpen = true
    return write('content_block_start', { index, content_block: { type: 'text', text: '' } })
  }
  const close = (): string => write('content_block_stop', { index: index++ })
  return {
    begin: () =>
      write('message_start', {
        message: { ...messageOf(response), content: [], stop_reason: null, usage: usageOf(undefined) },
      }),
    text: (delta) =>
      open() + write('content_block_delta', { index, delta: { type: 'text_delta', text: delta } }),
    end: ({ text, calls, finish, usage }) => {
      const hasText = text !== '' || calls.length === 0
      const said = hasText ? open() + close() : ''
      const used = calls.map(
        (call) =>
          write('content_block_start', { index, content_block: { ...toolUse(call), input: {} } }) +
          write('content_block_delta', {
            index,
            delta: { type: 'input_json_delta', partial_json: JSON.stringify(inputOf(call)) },
          }) +
          close(),
      )
      const delta = { stop_reason: STOP_REASONS[finish], stop_sequence: null }
      return [
        said,
        ...used,
        write('message_delta', { delta, usage: usageOf(usage) }),
        write('message_stop'),
      ].join('')
    },
    fail: (problem) => eventBlock(anthropicError(problem).body, 'error'),
  }
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
}

/** A refusal as Anthropic words it; `code` is Varve's own. */
export function anthropicError(problem: RefusedWith): { readonly body: object; readonly status: number } {
  const { code, detail } = problem
  const status = code === 'model-unknown' ? 404 : problem.status
  const type = ERROR_TYPES[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
  const details = code === 'answer-not-found' ? { details: { error_code: 'thread_not_found' } } : {}
  const error = { type, message: detail, code, ...details, ...findingsOf(problem) }
  return { status, body: { type: 'error', error } }
}
