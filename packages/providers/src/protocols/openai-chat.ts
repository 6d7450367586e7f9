import type { JsonValue } from '@varve/engine/internal'
import type { CatalogueModel } from '../catalogue/catalogue-model.ts'
import type { OutputFormat } from '../request/call-input.ts'
import type { PlacedMessage, PlacedPart } from '../request/place-parts.ts'
import type { PlacedCall } from '../request/placed-call.ts'
import type { BlocksBuilder } from '../wire/blocks-builder.ts'
import { asCount, asList, asObject, asText, isList, isObject, readArguments } from '../wire/json.ts'
import type { FinishReason, JsonObject, ReportedUsage } from '../wire/wire.ts'
import {
  type AnswerPart,
  type AnswerReader,
  bearer,
  dataUrl,
  given,
  type Protocol,
  reportedUsage,
  UnreadablePiece,
} from './protocol.ts'

/** OpenAI's Chat Completions, and what all servers speak that call themselves compatible with it. */
export const openaiChat: Protocol = {
  write: (call) => ({ path: '/chat/completions', body: writeBody(call) }),
  headers: bearer,
  framing: 'events',
  openReader: (callsBefore) => new ChatReader(callsBefore),
  addBlocks,
  scope: openaiScope,
}

function writeBody(call: PlacedCall): JsonObject {
  const { model, settings, tools, cacheKey } = call
  const { temperature, maxOutputTokens: limit, format, toolChoice } = settings
  const isThinking =
    (isOpenAI(model) && model.settings.reasoningEfforts.length > 0) || OPENAI_THINKS.test(model.wireModel)
  return given({
    model: model.wireModel,
    max_tokens: isThinking ? undefined : limit,
    temperature,
    max_completion_tokens: isThinking ? limit : undefined,
    ...(isOpenAI(model)
      ? { reasoning_effort: effortOf(call), prompt_cache_key: cacheKey }
      : { prompt_cache_key: cacheKey, reasoning_effort: effortOf(call) }),
    messages: call.messages.flatMap((message) => writeMessage(message, model)),
    tools:
      tools.length === 0
        ? undefined
        : tools.map(({ name, description, parameters }) => ({
            type: 'function',
            function: { name, description, parameters },
          })),
    tool_choice:
      typeof toolChoice === 'object' ? { type: 'function', function: { name: toolChoice.name } } : toolChoice,
    response_format: format && writeFormat(format),
    stream: true,
    stream_options: { include_usage: true },
  })
}

function writeFormat(format: OutputFormat): JsonObject {
  if (format.kind === 'json') return { type: 'json_object' }
  const { name, description, schema, strict } = format
  return { type: 'json_schema', json_schema: given({ name, description, schema, strict }) }
}

function isOpenAI({ provider }: CatalogueModel): boolean {
  return provider === 'openai'
}

/** At whatever address: OpenAI's models that think refuse the older name of the limit. */
const OPENAI_THINKS = /(?:^|\/)(?:gpt-5|o\d)(?![a-z])/

/** GPT-5.6 refuses tools beside thinking in this protocol; its Responses take both. */
const NO_TOOLS_WHILE_THINKING = /^gpt-5\.([6-9]|\d\d)/

function effortOf({ model, settings, tools }: PlacedCall): string | undefined {
  const isRefused = isOpenAI(model) && tools.length > 0 && NO_TOOLS_WHILE_THINKING.test(model.wireModel)
  return isRefused ? 'none' : settings.reasoningEffort
}

function writeMessage({ role, parts }: PlacedMessage, model: CatalogueModel): readonly JsonObject[] {
  switch (role) {
    case 'system':
      return [{ role: systemRole(model), content: writeText(joinTexts(parts)) }]
    case 'user': {
      const isTextOnly = parts.every(({ part }) => part.kind === 'text')
      if (isTextOnly && (parts.length === 1 || !model.textParts))
        return [{ role, content: writeText(joinTexts(parts)) }]
      return [{ role, content: parts.flatMap(writeUserPart) }]
    }
    case 'assistant':
      return [writeAssistant(parts)]
    case 'tool':
      return parts.flatMap(({ part, mark }) =>
        part.kind === 'tool-result'
          ? [{ role, tool_call_id: part.callId, content: writeText({ text: part.text, mark }) }]
          : [],
      )
    default:
      return role satisfies never
  }
}

/** Models of OpenAI that think call it so; other servers know no such role. */
export function systemRole(model: CatalogueModel): string {
  const isThinking = model.settings.reasoningEfforts.length > 0 || model.reasoning === 'opaque'
  return isThinking && (isOpenAI(model) || model.protocol === 'openai-responses') ? 'developer' : 'system'
}

interface MarkedText {
  readonly text: string
  readonly mark: PlacedPart['mark']
}

/** Each text carries the blank line before it, so joining is putting together. A mark is after the last. */
function joinTexts(parts: readonly PlacedPart[]): MarkedText {
  const text = parts.map(({ part }) => (part.kind === 'text' ? part.text : '')).join('')
  return { text, mark: parts.at(-1)?.mark }
}

/** A bare text cannot carry a mark. */
function writeText({ text, mark }: MarkedText): JsonValue {
  return mark ? [{ type: 'text', text, ...breakpoint(mark) }] : text
}

function writeUserPart({ part, mark }: PlacedPart): readonly JsonObject[] {
  if (part.kind === 'text') return [{ type: 'text', text: part.text, ...breakpoint(mark) }]
  if (part.kind !== 'image') return []
  return [{ type: 'image_url', image_url: { url: dataUrl(part) }, ...breakpoint(mark) }]
}

export function breakpoint(mark: PlacedPart['mark']): JsonObject {
  return mark ? { prompt_cache_breakpoint: { mode: 'explicit' } } : {}
}

function writeAssistant(parts: readonly PlacedPart[]): JsonObject {
  const text = parts.map(({ part }) => (part.kind === 'text' ? part.text : '')).join('')
  const thought = parts.map(({ part }) => (part.kind === 'reasoning' ? part.text : '')).join('')
  const calls = parts.flatMap(({ part }) =>
    part.kind === 'tool-call'
      ? [
          {
            id: part.callId,
            type: 'function',
            function: { name: part.tool, arguments: argumentsText(part.arguments) },
          },
        ]
      : [],
  )
  return {
    role: 'assistant',
    content: calls.length > 0 ? text || null : text,
    ...(thought === '' ? {} : { reasoning_content: thought }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }
}

/** Arguments stay the text that they were: parsed and written again they might lose a blank. */
export function argumentsText(text: string): string {
  const { isValid, value } = readArguments(text)
  return isValid && text !== '' ? text : JSON.stringify(value)
}

interface PendingCall {
  id: string
  name: string
  arguments: string
}

class ChatReader implements AnswerReader {
  readonly #calls = new Map<number, PendingCall>()
  #isThinking = false
  #hasRefusal = false
  #hasCalls = false
  #finish: string | undefined
  #usage: ReportedUsage | undefined
  /** For servers that give calls no id: ours count up, so that none repeats in a chat. */
  #callCount: number

  constructor(callsBefore: number) {
    this.#callCount = callsBefore
  }

  *read(piece: JsonObject): Generator<AnswerPart> {
    if (piece['error'] !== undefined && piece['error'] !== null) throw piece['error']
    if (!isList(piece['choices'])) throw new UnreadablePiece(JSON.stringify(piece))
    if (isObject(piece['usage'])) this.#usage = readUsage(piece['usage'], asObject(piece['timings']))
    const choice = asObject(piece['choices'][0])
    const delta = asObject(choice['delta'])
    yield* this.#readDelta(delta)
    for (const call of asList(delta['tool_calls'])) yield* this.#addCall(asObject(call))
    const finish = asText(choice['finish_reason'])
    if (finish === '') return
    this.#finish = finish
    yield* this.#giveCalls()
  }

  *#readDelta(delta: JsonObject): Generator<AnswerPart> {
    const thought = asText(delta['reasoning_content'] ?? delta['reasoning'])
    if (thought !== '') yield this.#thought(thought)
    const { content } = delta
    for (const part of isList(content) ? content.map(asObject) : [{ type: 'text', text: asText(content) }]) {
      // Mistral tells its thoughts as a list inside of the content.
      const inner = asList(part['thinking']).map((each) => asText(asObject(each)['text']))
      if (part['type'] === 'thinking' && inner.join('') !== '') yield this.#thought(inner.join(''))
      if (part['type'] === 'text' && asText(part['text']) !== '') yield this.#text(asText(part['text']))
    }
    const refusal = asText(delta['refusal'])
    if (refusal === '') return
    this.#hasRefusal = true
    yield this.#text(refusal)
  }

  #thought(delta: string): AnswerPart {
    const isNew = !this.#isThinking
    this.#isThinking = true
    return { kind: 'reasoning', delta, isNew }
  }

  #text(delta: string): AnswerPart {
    this.#isThinking = false
    return { kind: 'text', delta }
  }

  /** The pieces of a call share an index; some servers leave it out, or begin another call under the same. */
  *#addCall(piece: JsonObject): Generator<AnswerPart> {
    this.#isThinking = false
    const id = asText(piece['id'])
    const named = asObject(piece['function'])
    const index = asCount(piece['index']) ?? (id === '' ? this.#calls.size - 1 : this.#calls.size)
    const known = this.#calls.get(index)
    if (known && id !== '' && known.id !== '' && id !== known.id && asText(named['name']) !== '')
      yield* this.#giveCalls()
    const call = this.#calls.get(index) ?? { id: '', name: '', arguments: '' }
    this.#calls.set(index, call)
    call.id ||= id
    call.name ||= asText(named['name'])
    call.arguments += asText(named['arguments'])
  }

  *#giveCalls(): Generator<AnswerPart> {
    const calls = [...this.#calls].sort(([a], [b]) => a - b)
    this.#calls.clear()
    for (const [, { id, name, arguments: text }] of calls) {
      if (name.trim() === '') continue
      this.#hasCalls = true
      this.#callCount += 1
      yield { kind: 'tool-call', callId: id || `call_${this.#callCount}`, tool: name, arguments: text }
    }
  }

  end() {
    return { reason: this.#reason(), usage: this.#usage }
  }

  #reason(): FinishReason {
    switch (this.#finish) {
      case undefined:
        return 'cut'
      case 'length':
        return 'length'
      case 'content_filter':
        return 'filtered'
      case 'function_call':
      case 'tool_calls':
        return 'tool-calls'
      default:
        if (this.#finish === 'stop' && this.#hasRefusal) return 'filtered'
        // Some servers say only that they stopped.
        return this.#hasCalls ? 'tool-calls' : 'stop'
    }
  }
}

/** DeepSeek reports hits and misses in separate fields. */
/** llama-server tells in its timings what it had in memory; older ones only there. */
function readUsage(usage: JsonObject, timings: JsonObject): ReportedUsage | undefined {
  const details = asObject(usage['prompt_tokens_details'])
  return reportedUsage({
    input: asCount(usage['prompt_tokens']) ?? 0,
    cached:
      asCount(usage['prompt_cache_hit_tokens']) ??
      asCount(details['cached_tokens']) ??
      asCount(timings['cache_n']),
    written: asCount(details['cache_write_tokens']),
    output: asCount(usage['completion_tokens']) ?? 0,
    reasoning: asCount(asObject(usage['completion_tokens_details'])['reasoning_tokens']),
  })
}

function addBlocks(body: JsonObject, builder: BlocksBuilder): void {
  builder.addTools(asList(body['tools']))
  for (const entry of asList(body['messages'])) {
    const message = asObject(entry)
    const role = asText(message['role'])
    if (role === 'tool') {
      addResult(asText(message['tool_call_id']), message['content'], builder)
      continue
    }
    const reasoning = asText(message['reasoning_content'])
    if (reasoning !== '') builder.addReasoning(role, reasoning, '')
    addContent(role, message['content'], builder)
    for (const call of asList(message['tool_calls'])) addCall(asObject(call), builder)
  }
}

function addCall(call: JsonObject, builder: BlocksBuilder): void {
  const named = asObject(call['function'])
  builder.addCall(
    'assistant',
    { id: asText(call['id']), tool: asText(named['name']), arguments: asText(named['arguments']) },
    call,
  )
}

/** Content of either protocol of OpenAI. */
export function addContent(role: string, content: JsonValue | undefined, builder: BlocksBuilder): void {
  if (typeof content === 'string') {
    // An assistant message that only calls tools may carry an empty text beside them.
    if (content !== '') builder.addText(role, content)
    return
  }
  for (const entry of asList(content)) addPart(role, asObject(entry), builder)
}

function addPart(role: string, part: JsonObject, builder: BlocksBuilder): void {
  switch (part['type']) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return builder.addText(role, asText(part['text']), part)
    case 'input_image':
      return builder.addImage(role, asText(part['image_url']) || asText(part['file_id']), part)
    case 'image_url':
      return builder.addImage(role, asText(asObject(part['image_url'])['url']), part)
    default:
      return builder.addOther(role, part)
  }
}

export function addResult(id: string, output: JsonValue | undefined, builder: BlocksBuilder): void {
  const parts = isList(output) ? output.map(asObject) : []
  const images = parts.map((part) => asText(part['image_url'])).filter((url) => url !== '')
  const text = isList(output) ? parts.map((part) => asText(part['text'])).join('') : asText(output)
  builder.addResult('tool', { id, text, images }, parts)
}

/** Service tier and `prompt_cache_key` must match. */
export function openaiScope(body: JsonObject) {
  return { whole: `${asText(body['service_tier'])} ${asText(body['prompt_cache_key'])}`, messages: '' }
}
