import type { ClientCall, TalkMessage, TalkUsage } from '@varve/app'
import { z } from 'zod'
import { openAiError } from './openai-errors.ts'
import {
  choiceOf,
  decisionOf,
  eventBlock,
  givenNames,
  guardDecision,
  jsonObject,
  only,
  type ResponseInfo,
  type ResponseWriter,
  readPicture,
  type Said,
  sampling,
  type TalkRequest,
  toolName,
  unsupported,
  unsupportedList,
  type VendorApi,
  withoutEffect,
} from './vendor-api.ts'

const part = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) }),
])
const texts = z.union([
  z.string(),
  z.array(
    z.union([
      z.object({ type: z.literal('text'), text: z.string() }),
      z.object({ type: z.literal('refusal'), refusal: z.string() }),
    ]),
  ),
])
const toolCall = z.object({
  id: z.string().min(1).max(200),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
})
const message = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['system', 'developer']), content: texts }),
  z.object({ role: z.literal('user'), content: z.union([z.string(), z.array(part)]) }),
  z.object({
    role: z.literal('assistant'),
    content: texts.nullish(),
    tool_calls: z.array(toolCall).nullish(),
  }),
  z.object({ role: z.literal('tool'), content: texts, tool_call_id: z.string().max(200) }),
])

/** The form of an answer: words, some JSON, or what a schema takes. */
const responseFormat = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({ type: z.literal('json_object') }),
  z.object({
    type: z.literal('json_schema'),
    json_schema: z.object({
      name: toolName,
      description: z.string().optional(),
      schema: jsonObject,
      strict: z.boolean().nullish(),
    }),
  }),
])

const schema = z.strictObject({
  model: z.string().min(1).max(400),
  messages: z.array(message).min(1).max(10_000),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  reasoning_effort: z.string().max(20).nullish(),
  response_format: responseFormat.nullish(),
  tools: z
    .array(
      z.object({
        type: z.literal('function'),
        function: z.object({
          name: toolName,
          description: z.string().nullish(),
          parameters: z.record(z.string(), z.unknown()).nullish(),
          strict: z.boolean().nullish(),
        }),
      }),
    )
    .max(128)
    .nullish(),
  tool_choice: z
    .union(
      [
        z.enum(['auto', 'none', 'required']),
        z.object({ type: z.literal('function'), function: z.object({ name: z.string() }) }),
      ],
      { error: 'only "auto", "none", "required" and a function are supported' },
    )
    .nullish(),
  n: only(1),
  top_p: sampling,
  frequency_penalty: sampling,
  presence_penalty: sampling,
  logprobs: only(false),
  stop: unsupportedList,
  logit_bias: unsupported,
  modalities: z.array(only('text')).nullish(),
  guard_decision: guardDecision,
  // These change nothing that is answered.
  user: withoutEffect,
  metadata: withoutEffect,
  store: withoutEffect,
  seed: withoutEffect,
  parallel_tool_calls: withoutEffect,
  service_tier: withoutEffect,
  prompt_cache_key: withoutEffect,
  prompt_cache_retention: withoutEffect,
  safety_identifier: withoutEffect,
  verbosity: withoutEffect,
})

type Body = z.infer<typeof schema>

/** `/v1/chat/completions`. */
export const openAiChat: VendorApi<Body> = {
  schema,
  idPrefix: 'chatcmpl-',
  read,
  ignored: (body) =>
    givenNames(body, [
      'seed',
      'top_p',
      'frequency_penalty',
      'presence_penalty',
      'parallel_tool_calls',
      'service_tier',
      'verbosity',
    ]),
  whole: (response, said) => ({
    ...response,
    object: 'chat.completion',
    choices: [{ index: 0, message: messageOf(said), logprobs: null, finish_reason: said.finish }],
    ...(said.usage ? { usage: usageOf(said.usage) } : {}),
  }),
  openWriter: (response, { stream_options: options }) =>
    openWriter(response, options?.include_usage ?? false),
}

function read(body: Body): TalkRequest {
  const { temperature, reasoning_effort: effort, response_format: format } = body
  const system = body.messages.flatMap((one) =>
    one.role === 'system' || one.role === 'developer' ? [textOf(one.content)] : [],
  )
  const choice = body.tool_choice
  const tools = (choice === 'none' ? [] : (body.tools ?? [])).map(
    ({ function: { name, description, parameters } }) => ({
      name,
      description: description ?? '',
      parameters: parameters ?? { type: 'object', properties: {} },
    }),
  )
  return {
    messages: body.messages.flatMap(readMessage),
    system: system.length > 0 ? system.join('\n\n') : undefined,
    tools,
    ...choiceOf(typeof choice === 'object' ? choice?.function : choice, tools),
    settings: {
      temperature: temperature ?? null,
      maxOutputTokens: body.max_completion_tokens ?? body.max_tokens ?? null,
      reasoningEffort: effort ?? null,
    },
    ...(format ? readFormat(format) : {}),
    ...decisionOf(body.guard_decision),
  }
}

function readFormat(format: z.infer<typeof responseFormat>): Pick<TalkRequest, 'format'> {
  if (format.type === 'text') return {}
  return { format: format.type === 'json_object' ? { kind: 'json' } : schemaFormat(format.json_schema) }
}

/** The schema of an answer, as both of OpenAI's APIs name its parts. */
export function schemaFormat({
  name,
  description,
  schema: taken,
  strict,
}: {
  readonly name: string
  readonly description?: string | undefined
  readonly schema: z.infer<typeof jsonObject>
  readonly strict?: boolean | null | undefined
}): NonNullable<TalkRequest['format']> {
  return {
    kind: 'schema',
    name,
    schema: taken,
    ...(description === undefined ? {} : { description }),
    ...(typeof strict === 'boolean' ? { strict } : {}),
  }
}

function readMessage(one: z.infer<typeof message>): readonly TalkMessage[] {
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
  if (typeof content === 'string') return content
  return content.map((one) => (one.type === 'text' ? one.text : one.refusal)).join('\n')
}

function messageOf({ text, calls }: Said): object {
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    refusal: null,
    ...(calls.length > 0 ? { tool_calls: calls.map(callOf) } : {}),
  }
}

function openWriter(response: ResponseInfo, withUsage: boolean): ResponseWriter {
  const base = { ...response, object: 'chat.completion.chunk' }
  const chunk = (delta: object, finish: Said['finish'] | null = null) =>
    eventBlock({ ...base, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] })
  return {
    begin: () => chunk({ role: 'assistant', content: '' }),
    text: (delta) => chunk({ content: delta }),
    end: ({ calls, finish, usage }) => {
      const deltas = calls.map((call, index) => ({ index, ...callOf(call) }))
      const last = { ...base, choices: [], usage: usage ? usageOf(usage) : null }
      return [
        ...(calls.length > 0 ? [chunk({ tool_calls: deltas })] : []),
        chunk({}, finish),
        ...(withUsage ? [eventBlock(last)] : []),
        'data: [DONE]\n\n',
      ].join('')
    },
    fail: (problem) => eventBlock(openAiError(problem).body),
  }
}

function callOf({ id, name, arguments: args }: ClientCall): object {
  return { id, type: 'function', function: { name, arguments: args } }
}

function usageOf({ input, output, cached }: TalkUsage): object {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
  }
}
