import type { PlacedMessage } from '../request/place-parts.ts'
import type { PlacedCall } from '../request/placed-call.ts'
import type { BlocksBuilder } from '../wire/blocks-builder.ts'
import { asCount, asList, asObject, asText, readArguments } from '../wire/json.ts'
import type { FinishReason, JsonObject, ReportedUsage } from '../wire/wire.ts'
import {
  type AnswerPart,
  type AnswerReader,
  bearer,
  given,
  type Protocol,
  reportedUsage,
  toBase64,
} from './protocol.ts'

/**
 * Ollama's own `/api/chat`. `num_ctx` is always sent: without it, Ollama cuts the front of a long prompt and says
 * nothing.
 */
export const ollama: Protocol = {
  write: (call) => ({ path: '/api/chat', body: writeBody(call) }),
  headers: bearer,
  framing: 'lines',
  openReader: (callsBefore) => new OllamaReader(callsBefore),
  addBlocks,
  scope: () => ({ whole: '', messages: '' }),
}

function writeBody({ model, messages, tools, settings, staysLong }: PlacedCall): JsonObject {
  const { temperature, maxOutputTokens, reasoningEffort, contextTokens, format } = settings
  return given({
    model: model.wireModel,
    messages: messages.flatMap(writeMessages),
    tools:
      tools.length === 0
        ? undefined
        : tools.map(({ name, description, parameters }) => ({
            type: 'function',
            function: { name, description, parameters },
          })),
    format: format?.kind === 'schema' ? format.schema : format && 'json',
    stream: true,
    think: reasoningEffort === undefined ? undefined : reasoningEffort !== 'none',
    // Else the server's own time holds.
    keep_alive: staysLong ? '1h' : undefined,
    options: given({ num_ctx: contextTokens ?? model.window, num_predict: maxOutputTokens, temperature }),
  })
}

function writeMessages({ role, parts }: PlacedMessage): readonly JsonObject[] {
  if (role === 'tool')
    return parts.flatMap(({ part }) =>
      part.kind === 'tool-result' ? [{ role, content: part.text, tool_name: part.tool }] : [],
    )
  const images = parts.flatMap(({ part }) => (part.kind === 'image' ? [toBase64(part.bytes)] : []))
  const thinking = parts.map(({ part }) => (part.kind === 'reasoning' ? part.text : '')).join('')
  const calls = parts.flatMap(({ part }) =>
    part.kind === 'tool-call'
      ? [{ function: { name: part.tool, arguments: readArguments(part.arguments).value } }]
      : [],
  )
  return [
    {
      role,
      content: parts.map(({ part }) => (part.kind === 'text' ? part.text : '')).join(''),
      ...(thinking === '' ? {} : { thinking }),
      ...(images.length === 0 ? {} : { images }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    },
  ]
}

class OllamaReader implements AnswerReader {
  #callCount: number
  #hasCalls = false
  #isThinking = false
  #finish: string | undefined
  #usage: ReportedUsage | undefined

  constructor(callsBefore: number) {
    this.#callCount = callsBefore
  }

  *read(piece: JsonObject): Generator<AnswerPart> {
    if (asText(piece['error']) !== '') throw piece
    const message = asObject(piece['message'])
    for (const entry of asList(message['tool_calls']))
      yield this.#readCall(asObject(asObject(entry)['function']))
    const thinking = asText(message['thinking'])
    if (thinking !== '') {
      yield { kind: 'reasoning', delta: thinking, isNew: !this.#isThinking }
      this.#isThinking = true
    }
    const text = asText(message['content'])
    if (text !== '') {
      this.#isThinking = false
      yield { kind: 'text', delta: text }
    }
    if (piece['done'] !== true) return
    this.#finish = asText(piece['done_reason'])
    this.#usage = reportedUsage({
      input: asCount(piece['prompt_eval_count']),
      output: asCount(piece['eval_count']),
    })
  }

  /** Ollama gives calls no id: ours count up, so that none repeats in a chat. */
  #readCall(call: JsonObject): AnswerPart {
    this.#hasCalls = true
    this.#callCount += 1
    const text = JSON.stringify(call['arguments'] ?? {})
    return {
      kind: 'tool-call',
      callId: `call_${this.#callCount}`,
      tool: asText(call['name']),
      arguments: text,
    }
  }

  end() {
    return { reason: this.#reason(), usage: this.#usage }
  }

  #reason(): FinishReason {
    if (this.#finish === undefined) return 'cut'
    if (this.#finish === 'length') return 'length'
    return this.#hasCalls ? 'tool-calls' : 'stop'
  }
}

function addBlocks(body: JsonObject, builder: BlocksBuilder): void {
  builder.addTools(asList(body['tools']))
  for (const entry of asList(body['messages'])) addMessage(asObject(entry), builder)
}

function addMessage(message: JsonObject, builder: BlocksBuilder): void {
  const role = asText(message['role'])
  const text = asText(message['content'])
  if (role === 'tool') {
    const id = asText(message['tool_name']) || asText(message['tool_call_id'])
    return builder.addResult(role, { id, text }, message)
  }
  const thinking = asText(message['thinking'])
  if (thinking !== '') builder.addReasoning(role, thinking, '')
  for (const image of asList(message['images'])) builder.addImage(role, asText(image), {})
  if (text !== '') builder.addText(role, text)
  for (const entry of asList(message['tool_calls'])) {
    const call = asObject(asObject(entry)['function'])
    builder.addCall(
      role,
      { id: '', tool: asText(call['name']), arguments: JSON.stringify(call['arguments'] ?? {}) },
      {},
    )
  }
}
