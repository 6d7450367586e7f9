import type { ToolChoice } from '../request/call-input.ts'
import type { JsonValue } from '@varve/engine/internal'
import type { PlacedMessage, PlacedPart } from '../request/place-parts.ts'
import type { PlacedCall } from '../request/placed-call.ts'
import type { BlocksBuilder } from '../wire/blocks-builder.ts'
import { asCount, asList, asObject, asText, isList, isObject, readArguments } from '../wire/json.ts'
import { type ReasoningItem, readReasoning } from '../wire/reasoning-record.ts'
import type { CacheDiagnosis, FinishReason, JsonObject } from '../wire/wire.ts'
import {
  type AnswerPart,
  type AnswerReader,
  type BodyScope,
  given,
  type Protocol,
  reportedUsage,
  toBase64,
  UnreadablePiece,
} from './protocol.ts'

/** Anthropic's Messages. */
export const anthropic: Protocol = {
  write: (call) => ({ path: '/messages', body: writeBody(call) }),
  headers: (key) => ({ 'anthropic-version': '2023-06-01', 'x-api-key': key }),
  framing: 'events',
  openReader: () => new AnthropicReader(),
  addBlocks,
  scope,
}

function writeBody(call: PlacedCall): JsonObject {
  const { model, settings, tools } = call
  const system = call.messages
    .filter(({ role }) => role === 'system')
    .flatMap(({ parts }) => parts.filter(({ part }) => part.kind === 'text'))
  return given({
    model: model.wireModel,
    // The budget for thinking is a part of the limit.
    max_tokens: settings.maxOutputTokens ?? model.reservedOutput,
    temperature: settings.temperature,
    ...thinkingOf(call),
    ...outputOf(call),
    system: system.length === 0 ? undefined : system.flatMap(writePart),
    messages: writeMessages(call.messages),
    tools:
      tools.length === 0
        ? undefined
        : tools.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })),
    tool_choice: settings.toolChoice && writeChoice(settings.toolChoice),
    stream: true,
    diagnostics: call.comparesWith === undefined ? undefined : { previous_message_id: call.comparesWith },
  })
}

function writeChoice(choice: ToolChoice): JsonObject {
  return choice === 'required' ? { type: 'any' } : { type: 'tool', name: choice.name }
}

/** Earlier models take a number of tokens; later ones decide by themselves, given an effort level. */
function thinkingOf({ settings: { reasoningEffort: effort }, budget }: PlacedCall): JsonObject {
  if (budget !== undefined) return { thinking: { type: 'enabled', budget_tokens: budget } }
  if (effort === undefined) return {}
  if (effort === 'none') return { thinking: { type: 'disabled' } }
  return { thinking: { type: 'adaptive', display: 'summarized' } }
}

/** How hard to try, where the model decides by itself how much to think; and the form of the answer. */
function outputOf({ settings: { reasoningEffort, format }, budget }: PlacedCall): JsonObject {
  const effort = budget === undefined && reasoningEffort !== 'none' ? reasoningEffort : undefined
  const form = format?.kind === 'schema' ? { type: 'json_schema', schema: format.schema } : undefined
  return effort === undefined && !form ? {} : { output_config: given({ effort, format: form }) }
}

/** Results are parts of a message of the user here. */
function writeMessages(messages: readonly PlacedMessage[]): readonly JsonObject[] {
  const written: { role: string; content: JsonObject[] }[] = []
  for (const { role: neutral, parts } of messages) {
    if (neutral === 'system') continue
    const role = neutral === 'assistant' ? 'assistant' : 'user'
    const content = parts.flatMap(writePart)
    const last = written.at(-1)
    if (last?.role === role) last.content.push(...content)
    else written.push({ role, content })
  }
  return written
}

function writePart({ part, mark }: PlacedPart): readonly JsonObject[] {
  const marked: JsonObject = mark
    ? { cache_control: mark.isLong ? { type: 'ephemeral', ttl: '1h' } : { type: 'ephemeral' } }
    : {}
  switch (part.kind) {
    case 'text':
      return [{ type: 'text', text: part.text, ...marked }]
    case 'image': {
      const source = { type: 'base64', media_type: part.mediaType, data: toBase64(part.bytes) }
      return [{ type: 'image', source, ...marked }]
    }
    case 'reasoning':
      return readReasoning(part.opaque).flatMap(writeThought)
    case 'tool-call': {
      const input = readArguments(part.arguments).value
      return [{ type: 'tool_use', id: callId(part.callId), name: part.tool, input, ...marked }]
    }
    case 'tool-result':
      return [{ type: 'tool_result', tool_use_id: callId(part.callId), content: part.text, ...marked }]
    default:
      return part satisfies never
  }
}

function writeThought(item: ReasoningItem): readonly JsonObject[] {
  if (item.kind === 'thinking') return [{ type: 'thinking', thinking: item.text, signature: item.signature }]
  return item.kind === 'redacted' ? [{ type: 'redacted_thinking', data: item.data }] : []
}

/** Nothing where the requests agree, or where there was none to compare with; an empty reason while it is not known. */
function readDiagnosis(diagnostics: JsonValue | undefined): CacheDiagnosis {
  if (!isObject(diagnostics)) return { found: 'same' }
  const { type, cache_missed_input_tokens: missed } = asObject(diagnostics['cache_miss_reason'])
  const reason = asText(type)
  const missedTokens = asCount(missed)
  return {
    found: reason.endsWith('_changed') ? 'changed' : 'unknown',
    ...(reason === '' ? {} : { reason }),
    ...(missedTokens === undefined ? {} : { missedTokens }),
  }
}

/** The API takes no other characters; ids of other makers have some. */
function callId(id: string): string {
  return id.replace(/[^a-zA-Z0-9_-]/g, '_')
}

interface OpenBlock {
  readonly type: string
  readonly start: JsonObject
  text: string
  signature: string
}

class AnthropicReader implements AnswerReader {
  readonly #open = new Map<number, OpenBlock>()
  readonly #thoughts: OpenBlock[] = []
  #usage: JsonObject | undefined
  #hasCalls = false
  #message: JsonObject = {}
  #stop: string | undefined;

  *read(piece: JsonObject): Generator<AnswerPart> {
    const index = asCount(piece['index']) ?? 0
    switch (piece['type']) {
      case 'message_start':
        this.#message = asObject(piece['message'])
        this.#usage = asObject(this.#message['usage'])
        return
      case 'content_block_start':
        yield* this.#start(index, asObject(piece['content_block']))
        return
      case 'content_block_delta':
        yield* this.#add(index, asObject(piece['delta']))
        return
      case 'content_block_stop':
        yield* this.#close(index)
        return
      case 'message_delta':
        if (!isObject(piece['delta'])) throw new UnreadablePiece(JSON.stringify(piece))
        this.#stop = asText(piece['delta']['stop_reason']) || this.#stop
        // Later counts are of the whole answer; what they leave out stays as it was.
        this.#usage = { ...this.#usage, ...withoutNull(asObject(piece['usage'])) }
        return
      case 'error':
        throw piece['error'] ?? piece
      default:
        // Anthropic adds events over time, and asks its callers to pass over those that they do not know.
        if (typeof piece['type'] !== 'string') throw new UnreadablePiece(JSON.stringify(piece))
    }
  }

  *#start(index: number, start: JsonObject): Generator<AnswerPart> {
    const type = asText(start['type'])
    const block = { type, start, text: '', signature: '' }
    this.#open.set(index, block)
    if (type === 'thinking' || type === 'redacted_thinking') this.#thoughts.push(block)
    yield* this.#add(index, { text: start['text'] ?? '', thinking: start['thinking'] ?? '' })
  }

  *#add(index: number, delta: JsonObject): Generator<AnswerPart> {
    const block = this.#open.get(index)
    if (!block) return
    block.signature += asText(delta['signature'])
    const text = asText(delta['text'])
    if (block.type === 'text' && text !== '') yield { kind: 'text', delta: text }
    if (block.type === 'tool_use') block.text += asText(delta['partial_json'])
    const thought = asText(delta['thinking'])
    if (block.type !== 'thinking' || thought === '') return
    yield { kind: 'reasoning', delta: thought, isNew: block.text === '' }
    block.text += thought
  }

  *#close(index: number): Generator<AnswerPart> {
    const block = this.#open.get(index)
    this.#open.delete(index)
    if (block?.type !== 'tool_use') return
    this.#hasCalls = true
    // Whole arguments may be in the first piece.
    const text = block.text === '' ? JSON.stringify(block.start['input'] ?? {}) : block.text
    const { id, name } = block.start
    yield { kind: 'tool-call', callId: asText(id), tool: asText(name), arguments: text }
  }

  end() {
    const usage = this.#usage
    const { id, diagnostics } = this.#message
    return {
      reason: this.#reason(),
      usage: usage && readUsage(usage),
      responseId: asText(id),
      diagnosis: readDiagnosis(diagnostics),
    }
  }

  #reason(): FinishReason {
    switch (this.#stop) {
      case undefined:
        return 'cut'
      case 'refusal':
        return 'filtered'
      case 'tool_use':
        return 'tool-calls'
      case 'max_tokens':
      case 'model_context_window_exceeded':
        return 'length'
      default:
        return this.#hasCalls ? 'tool-calls' : 'stop'
    }
  }

  reasoning(): readonly ReasoningItem[] {
    return this.#thoughts.flatMap(({ type, start, text, signature }): readonly ReasoningItem[] => {
      if (type === 'redacted_thinking') return [{ kind: 'redacted', data: asText(start['data']) }]
      return signature === '' ? [] : [{ kind: 'thinking', text, signature }]
    })
  }
}

function withoutNull(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null))
}

/** Its own `input_tokens` is only what was not cached. */
function readUsage(usage: JsonObject) {
  const cached = asCount(usage['cache_read_input_tokens']) ?? 0
  const written = asCount(usage['cache_creation_input_tokens']) ?? 0
  return reportedUsage({
    input: (asCount(usage['input_tokens']) ?? 0) + cached + written,
    cached,
    written,
    output: asCount(usage['output_tokens']) ?? 0,
    reasoning: asCount(asObject(usage['output_tokens_details'])['thinking_tokens']),
  })
}

function addBlocks(body: JsonObject, builder: BlocksBuilder): void {
  builder.addTools(asList(body['tools']))
  addContent('system', body['system'], builder)
  for (const entry of asList(body['messages'])) {
    const message = asObject(entry)
    addContent(asText(message['role']), message['content'], builder)
  }
  builder.markLast(body['cache_control'])
}

function addContent(role: string, content: JsonValue | undefined, builder: BlocksBuilder): void {
  if (typeof content === 'string') return builder.addText(role, content)
  for (const entry of asList(content)) addPart(role, asObject(entry), builder)
}

function addPart(role: string, part: JsonObject, builder: BlocksBuilder): void {
  switch (part['type']) {
    case 'text':
      return builder.addText(role, asText(part['text']), part)
    case 'image':
      return builder.addImage(role, imageData(part), part)
    case 'tool_use': {
      const text = JSON.stringify(part['input'] ?? {})
      return builder.addCall(
        role,
        { id: asText(part['id']), tool: asText(part['name']), arguments: text },
        part,
      )
    }
    case 'tool_result':
      return addResult(role, part, builder)
    case 'thinking':
      return builder.addReasoning(role, asText(part['thinking']), asText(part['signature']))
    case 'redacted_thinking':
      return builder.addReasoning(role, '', asText(part['data']))
    default:
      return builder.addOther(role, part)
  }
}

function addResult(role: string, part: JsonObject, builder: BlocksBuilder): void {
  const { content } = part
  const inner = asList(content).map(asObject)
  const text = typeof content === 'string' ? content : inner.map((piece) => asText(piece['text'])).join('')
  const images = inner.filter((piece) => piece['type'] === 'image').map(imageData)
  const failed = part['is_error'] === true ? 'error: ' : ''
  const id = asText(part['tool_use_id'])
  builder.addResult(role, { id, text: `${failed}${text}`, images }, [...inner, part])
}

function imageData(part: JsonObject): string {
  const source = asObject(part['source'])
  return asText(source['data']) || asText(source['url']) || asText(source['file_id'])
}

/** Tool choice, thinking and whether there are images at all are read before the messages. */
function scope(body: JsonObject): BodyScope {
  // How much may be thought is no part of it, only whether.
  const thinking = asText(asObject(body['thinking'])['type'])
  const hasImage = holdsImage(body['messages'])
  return { whole: '', messages: JSON.stringify([body['tool_choice'] ?? null, thinking, hasImage]), hasImage }
}

function holdsImage(value: JsonValue | undefined): boolean {
  if (isList(value)) return value.some(holdsImage)
  return isObject(value) && (value['type'] === 'image' || holdsImage(value['content']))
}
