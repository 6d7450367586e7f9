import type { ClientCall, TalkMessage, TalkUsage } from '@varve/app'
import { z } from 'zod'
import { schemaFormat } from './openai-chat.ts'
import { openAiCode } from './openai-errors.ts'
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
  type VendorApi,
  withoutEffect,
} from './vendor-api.ts'

const part = z.union([
  z.object({ type: z.enum(['input_text', 'output_text', 'text']), text: z.string() }),
  z.object({ type: z.literal('refusal'), refusal: z.string() }),
  z.object({ type: z.literal('input_image'), image_url: z.string({ error: 'send it as a data: URL' }) }),
])
const content = z.union([z.string(), z.array(part)])

const item = z.union([
  z.object({
    type: z.literal('message').optional(),
    role: z.enum(['user', 'system', 'developer', 'assistant']),
    content,
  }),
  z.object({
    type: z.literal('function_call'),
    call_id: z.string().min(1).max(200),
    name: z.string(),
    arguments: z.string(),
  }),
  z.object({ type: z.literal('function_call_output'), call_id: z.string().max(200), output: content }),
  z.object({ type: z.literal('item_reference'), id: z.string().max(200) }),
  // Nothing of it was ever given here, so there is nothing to take up.
  z.object({ type: z.literal('reasoning') }),
])

const format = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({ type: z.literal('json_object') }),
  z.object({
    type: z.literal('json_schema'),
    name: toolName,
    description: z.string().optional(),
    schema: jsonObject,
    strict: z.boolean().nullish(),
  }),
])

const schema = z.strictObject({
  model: z.string().min(1).max(400),
  input: z.union([z.string(), z.array(item).min(1).max(10_000)]),
  instructions: z.string().nullish(),
  previous_response_id: z.string().max(200).nullish(),
  stream: z.boolean().nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  max_output_tokens: z.int().min(1).nullish(),
  reasoning: z.object({ effort: z.string().max(20).nullish() }).nullish(),
  text: z.object({ format: format.nullish() }).nullish(),
  tools: z
    .array(
      z.object({
        type: z.literal('function', { error: 'only functions are supported' }),
        name: toolName,
        description: z.string().nullish(),
        parameters: z.record(z.string(), z.unknown()).nullish(),
        strict: z.boolean().nullish(),
      }),
    )
    .max(128)
    .nullish(),
  tool_choice: z
    .union(
      [z.enum(['auto', 'none', 'required']), z.object({ type: z.literal('function'), name: z.string() })],
      {
        error: 'only "auto", "none", "required" and a function are supported',
      },
    )
    .nullish(),
  top_p: sampling,
  top_logprobs: only(0),
  background: only(false),
  conversation: unsupported,
  prompt: unsupported,
  guard_decision: guardDecision,
  // These change nothing that is answered.
  include: withoutEffect,
  store: withoutEffect,
  stream_options: withoutEffect,
  user: withoutEffect,
  metadata: withoutEffect,
  truncation: withoutEffect,
  max_tool_calls: withoutEffect,
  parallel_tool_calls: withoutEffect,
  service_tier: withoutEffect,
  prompt_cache_key: withoutEffect,
  prompt_cache_retention: withoutEffect,
  safety_identifier: withoutEffect,
})

type Body = z.infer<typeof schema>
type Item = z.infer<typeof item>

/** `/v1/responses`. */
export const openAiResponses: VendorApi<Body> = {
  schema,
  idPrefix: 'resp_',
  read,
  ignored: (body) =>
    givenNames(body, ['top_p', 'truncation', 'max_tool_calls', 'parallel_tool_calls', 'service_tier']),
  whole: (response, said, body) => responseOf(response, body, said),
  openWriter,
}

function read(body: Body): TalkRequest {
  const { input, instructions, tools, text, previous_response_id: previous } = body
  const items: readonly Item[] = typeof input === 'string' ? [{ role: 'user', content: input }] : input
  // Whoever refers to what it was given goes on from there, and sends only what is new.
  const referred = items.findLastIndex(({ type }) => type === 'item_reference')
  const reference = items[referred]
  const before = reference?.type === 'item_reference' ? responseIdOf(reference.id) : previous
  // The AI SDK refers to the words of a response and sends its calls again: they are known with it.
  const known = items.findIndex((one, at) => at > referred && !isOfResponse(one))
  const fresh = referred < 0 ? items : items.slice(known < 0 ? items.length : known)
  const system = [
    ...(instructions ? [instructions] : []),
    ...items.flatMap((one) => ('role' in one && isSystem(one.role) ? [textOf(one.content)] : [])),
  ]
  const choice = body.tool_choice
  const given = (choice === 'none' ? [] : (tools ?? [])).map(({ name, description, parameters }) => ({
    name,
    description: description ?? '',
    parameters: parameters ?? { type: 'object', properties: {} },
  }))
  return {
    messages: joinAnswers(fresh.flatMap(readItem)),
    system: system.length > 0 ? system.join('\n\n') : undefined,
    tools: given,
    ...choiceOf(choice, given),
    settings: {
      temperature: body.temperature ?? null,
      maxOutputTokens: body.max_output_tokens ?? null,
      reasoningEffort: body.reasoning?.effort ?? null,
    },
    ...(text?.format ? readFormat(text.format) : {}),
    ...(before ? { previous: before } : {}),
    ...decisionOf(body.guard_decision),
  }
}

function isOfResponse({ type }: Item): boolean {
  return type === 'function_call' || type === 'reasoning'
}

function isSystem(role: string): boolean {
  return role === 'system' || role === 'developer'
}

function readFormat(wanted: z.infer<typeof format>): Pick<TalkRequest, 'format'> {
  if (wanted.type === 'text') return {}
  return { format: wanted.type === 'json_object' ? { kind: 'json' } : schemaFormat(wanted) }
}

function readItem(one: Item): readonly TalkMessage[] {
  if ('role' in one) {
    if (isSystem(one.role)) return []
    const text = textOf(one.content)
    return one.role === 'assistant'
      ? [{ role: 'assistant', text, calls: [] }]
      : [{ role: 'user', text, pictures: picturesOf(one.content) }]
  }
  switch (one.type) {
    case 'function_call':
      return [
        {
          role: 'assistant',
          text: '',
          calls: [{ id: one.call_id, name: one.name, arguments: one.arguments }],
        },
      ]
    case 'function_call_output':
      return [{ role: 'tool', text: textOf(one.output), callId: one.call_id }]
    case 'item_reference':
    case 'reasoning':
      return []
    default:
      return one satisfies never
  }
}

/** What a model says and what it calls are items of their own here, and one message of the conversation. */
function joinAnswers(messages: readonly TalkMessage[]): readonly TalkMessage[] {
  const joined: TalkMessage[] = []
  for (const one of messages) {
    const last = joined.at(-1)
    if (one.role !== 'assistant' || last?.role !== 'assistant') joined.push(one)
    else
      joined.splice(-1, 1, {
        role: 'assistant',
        text: last.text + one.text,
        calls: [...last.calls, ...one.calls],
      })
  }
  return joined
}

function textOf(given: z.infer<typeof content>): string {
  if (typeof given === 'string') return given
  return given
    .flatMap((one) => (one.type === 'input_image' ? [] : [one.type === 'refusal' ? one.refusal : one.text]))
    .join('\n')
}

function picturesOf(given: z.infer<typeof content>) {
  if (typeof given === 'string') return []
  return given.flatMap((one) => (one.type === 'input_image' ? [readPicture(one.image_url)] : []))
}

/** The ids of its items hold that of their response. */
function itemId(kind: 'msg' | 'fc', { id }: ResponseInfo, number: number): string {
  return `${id.replace(/^resp/, kind)}_${number}`
}

function responseIdOf(id: string): string {
  return id.replace(/^(?:msg|fc)_(.*)_\d+$/, 'resp_$1')
}

function messageItem(response: ResponseInfo, text: string | undefined): object {
  return {
    id: itemId('msg', response, 0),
    type: 'message',
    status: text === undefined ? 'in_progress' : 'completed',
    role: 'assistant',
    content: text === undefined ? [] : [textPart(text)],
  }
}

function textPart(text: string): object {
  return { type: 'output_text', text, annotations: [], logprobs: [] }
}

function callItem(response: ResponseInfo, { id, name, arguments: args }: ClientCall, number: number): object {
  return {
    id: itemId('fc', response, number),
    type: 'function_call',
    status: 'completed',
    call_id: id,
    name,
    arguments: args,
  }
}

function outputOf(response: ResponseInfo, { text, calls }: Said): readonly object[] {
  return [
    ...(text === '' && calls.length > 0 ? [] : [messageItem(response, text)]),
    ...calls.map((call, index) => callItem(response, call, index + 1)),
  ]
}

type Status = 'in_progress' | 'completed' | 'incomplete' | 'failed'

const INCOMPLETE: Readonly<Record<string, string>> = {
  length: 'max_output_tokens',
  content_filter: 'content_filter',
}

function responseOf(response: ResponseInfo, body: Body, said?: Said, error?: object): object {
  const reason = said && INCOMPLETE[said.finish]
  const status: Status = error ? 'failed' : !said ? 'in_progress' : reason ? 'incomplete' : 'completed'
  return {
    id: response.id,
    object: 'response',
    created_at: response.created,
    status,
    error: error ?? null,
    incomplete_details: reason ? { reason } : null,
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    model: response.model,
    output: said ? outputOf(response, said) : [],
    parallel_tool_calls: true,
    previous_response_id: body.previous_response_id ?? null,
    reasoning: { effort: body.reasoning?.effort ?? null, summary: null },
    store: true,
    temperature: body.temperature ?? null,
    text: { format: body.text?.format ?? { type: 'text' } },
    tool_choice: body.tool_choice ?? 'auto',
    tools: body.tools ?? [],
    top_p: 1,
    truncation: 'disabled',
    metadata: {},
    usage: said?.usage ? usageOf(said.usage) : null,
  }
}

function usageOf({ input, output, cached }: TalkUsage): object {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  }
}

function openWriter(response: ResponseInfo, body: Body): ResponseWriter {
  let number = 0
  let text = ''
  const write = (type: string, data: object): string =>
    eventBlock({ type, sequence_number: number++, ...data }, type)
  const place = { item_id: itemId('msg', response, 0), output_index: 0, content_index: 0 }
  const openText = (): string =>
    text !== ''
      ? ''
      : write('response.output_item.added', { output_index: 0, item: messageItem(response, undefined) }) +
        write('response.content_part.added', { ...place, part: textPart('') })
  const closeText = (): string =>
    write('response.output_text.done', { ...place, text, logprobs: [] }) +
    write('response.content_part.done', { ...place, part: textPart(text) }) +
    write('response.output_item.done', { output_index: 0, item: messageItem(response, text) })
  const callEvents = (call: ClientCall, index: number, first: number): string => {
    const at = { item_id: itemId('fc', response, index + 1), output_index: first + index }
    const whole = callItem(response, call, index + 1)
    const begun = { ...whole, status: 'in_progress', arguments: '' }
    const { name, arguments: args } = call
    return (
      write('response.output_item.added', { output_index: at.output_index, item: begun }) +
      write('response.function_call_arguments.delta', { ...at, delta: args }) +
      write('response.function_call_arguments.done', { ...at, name, arguments: args }) +
      write('response.output_item.done', { output_index: at.output_index, item: whole })
    )
  }
  return {
    begin: () =>
      write('response.created', { response: responseOf(response, body) }) +
      write('response.in_progress', { response: responseOf(response, body) }),
    text: (delta) => {
      const opened = openText()
      text += delta
      return opened + write('response.output_text.delta', { ...place, delta, logprobs: [] })
    },
    end: (said) => {
      const hasText = said.text !== '' || said.calls.length === 0
      const words = hasText ? openText() + closeText() : ''
      const calls = said.calls.map((call, index) => callEvents(call, index, hasText ? 1 : 0)).join('')
      const type = INCOMPLETE[said.finish] ? 'response.incomplete' : 'response.completed'
      return words + calls + write(type, { response: responseOf(response, body, said) })
    },
    fail: ({ code, detail: message }) =>
      write('response.failed', {
        response: responseOf(response, body, undefined, { code: openAiCode(code), message }),
      }),
  }
}
