import type { JsonValue } from '@varve/engine/internal'
import type { CatalogueModel } from '../catalogue/catalogue-model.ts'
import type { OutputFormat } from '../request/call-input.ts'
import type { PlacedMessage, PlacedPart } from '../request/place-parts.ts'
import type { PlacedCall } from '../request/placed-call.ts'
import type { BlocksBuilder } from '../wire/blocks-builder.ts'
import { asCount, asList, asObject, asText } from '../wire/json.ts'
import { type ReasoningItem, readReasoning } from '../wire/reasoning-record.ts'
import type { CacheDiagnosis, FinishReason, JsonObject, ReportedUsage } from '../wire/wire.ts'
import { addContent, addResult, argumentsText, breakpoint, openaiScope, systemRole } from './openai-chat.ts'
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

/** OpenAI's Responses. Nothing stays with the provider; its reasoning comes back encrypted instead. */
export const openaiResponses: Protocol = {
  write: (call) => ({ path: '/responses', body: writeBody(call) }),
  headers: bearer,
  framing: 'events',
  openReader: () => new ResponsesReader(),
  addBlocks,
  scope: openaiScope,
}

function writeBody({ model, messages, tools, settings, cacheKey, comparesWith }: PlacedCall): JsonObject {
  const { temperature, maxOutputTokens, reasoningEffort, format, toolChoice } = settings
  const isThinking = systemRole(model) === 'developer'
  return given({
    model: model.wireModel,
    input: messages.flatMap((message) => writeItems(message, model)),
    temperature,
    max_output_tokens: maxOutputTokens,
    store: false,
    include: isThinking ? ['reasoning.encrypted_content'] : undefined,
    prompt_cache_key: cacheKey,
    prompt_cache_options:
      typeof comparesWith === 'string' ? { comparison_response_id: comparesWith } : undefined,
    reasoning: reasoningEffort === undefined ? undefined : { effort: reasoningEffort, summary: 'auto' },
    tools:
      tools.length === 0
        ? undefined
        : tools.map(({ name, description, parameters }) => ({
            type: 'function',
            name,
            description,
            parameters,
            strict: false,
          })),
    tool_choice: typeof toolChoice === 'object' ? { type: 'function', name: toolChoice.name } : toolChoice,
    text: format && { format: format.kind === 'json' ? { type: 'json_object' } : jsonSchema(format) },
    stream: true,
  })
}

function jsonSchema(format: Extract<OutputFormat, { readonly kind: 'schema' }>): JsonObject {
  const { name, description, schema, strict } = format
  return given({ type: 'json_schema', name, description, schema, strict })
}

function writeItems({ role, parts }: PlacedMessage, model: CatalogueModel): readonly JsonObject[] {
  switch (role) {
    case 'system':
      return parts.map((placed) => ({ role: systemRole(model), content: writeSystem(placed, model) }))
    case 'user':
      return [{ role, content: parts.flatMap(writeUserPart) }]
    case 'assistant':
      return parts.flatMap(writeAssistantPart)
    case 'tool':
      // Always as parts, so that adding or removing a mark changes nothing else. [P-2]
      return parts.flatMap(({ part, mark }) =>
        part.kind === 'tool-result'
          ? [
              {
                type: 'function_call_output',
                call_id: part.callId,
                output: [{ type: 'input_text', text: part.text, ...breakpoint(mark) }],
              },
            ]
          : [],
      )
    default:
      return role satisfies never
  }
}

/** Where marks may come and go, the text is always a list, so that nothing but the mark changes. [P-2] */
function writeSystem({ part, mark }: PlacedPart, { cache }: CatalogueModel): JsonValue {
  const text = part.kind === 'text' ? part.text : ''
  return mark || cache.profile === 'openai-5.6' ? [{ type: 'input_text', text, ...breakpoint(mark) }] : text
}

function writeUserPart({ part, mark }: PlacedPart): readonly JsonObject[] {
  if (part.kind === 'text') return [{ type: 'input_text', text: part.text, ...breakpoint(mark) }]
  if (part.kind !== 'image') return []
  return [{ type: 'input_image', image_url: dataUrl(part), ...breakpoint(mark) }]
}

function writeAssistantPart({ part }: PlacedPart): readonly JsonObject[] {
  switch (part.kind) {
    case 'text':
      return [{ role: 'assistant', content: part.text }]
    case 'reasoning':
      return readReasoning(part.opaque).flatMap((item) =>
        item.kind === 'encrypted'
          ? [
              {
                type: 'reasoning',
                id: item.id,
                encrypted_content: item.content,
                summary: item.summary
                  .filter((text) => text !== '')
                  .map((text) => ({ type: 'summary_text', text })),
              },
            ]
          : [],
      )
    case 'tool-call':
      return [
        {
          type: 'function_call',
          call_id: part.callId,
          name: part.tool,
          arguments: argumentsText(part.arguments),
        },
      ]
    case 'image':
    case 'tool-result':
      return []
    default:
      return part satisfies never
  }
}

interface Thought {
  /** The parts of its summary, by their number. */
  readonly summary: Map<number, string>
  /** The encrypted whole, which comes last. */
  content: string | undefined
}

class ResponsesReader implements AnswerReader {
  #response: JsonObject = {}
  readonly #thoughts = new Map<string, Thought>()
  #hasCalls = false
  #hasRefusal = false
  #finish: FinishReason = 'cut'
  #usage: ReportedUsage | undefined;

  *read(piece: JsonObject): Generator<AnswerPart> {
    const response = asObject(piece['response'])
    const item = asObject(piece['item'])
    switch (piece['type']) {
      case 'response.output_text.delta':
        yield { kind: 'text', delta: asText(piece['delta']) }
        return
      case 'response.refusal.delta':
        this.#hasRefusal = true
        yield { kind: 'text', delta: asText(piece['delta']) }
        return
      case 'response.reasoning_summary_text.delta':
        yield this.#addThought(piece)
        return
      case 'response.output_item.added':
      case 'response.output_item.done':
        if (item['type'] === 'reasoning') this.#noteThought(item)
        if (item['type'] === 'function_call' && piece['type'] === 'response.output_item.done')
          yield this.#readCall(item)
        return
      case 'response.completed':
      case 'response.incomplete':
        this.#readEnd(response)
        return
      case 'response.failed':
        throw response['error'] ?? { message: 'the model failed' }
      case 'error':
        throw piece['error'] ?? piece
      default:
        if (typeof piece['type'] !== 'string') throw new UnreadablePiece(JSON.stringify(piece))
    }
  }

  #addThought(piece: JsonObject): AnswerPart {
    const { summary } = this.#thought(asText(piece['item_id']))
    const number = asCount(piece['summary_index']) ?? 0
    const isNew = !summary.has(number)
    const delta = asText(piece['delta'])
    summary.set(number, (summary.get(number) ?? '') + delta)
    return { kind: 'reasoning', delta, isNew }
  }

  #noteThought(item: JsonObject): void {
    const content = asText(item['encrypted_content'])
    const thought = this.#thought(asText(item['id']))
    if (content !== '') thought.content = content
  }

  #thought(id: string): Thought {
    const thought = this.#thoughts.get(id) ?? { summary: new Map<number, string>(), content: undefined }
    this.#thoughts.set(id, thought)
    return thought
  }

  #readCall(item: JsonObject): AnswerPart {
    this.#hasCalls = true
    return {
      kind: 'tool-call',
      callId: asText(item['call_id']),
      tool: asText(item['name']),
      arguments: asText(item['arguments']),
    }
  }

  #readEnd(response: JsonObject): void {
    this.#response = response
    const usage = asObject(response['usage'])
    const details = asObject(usage['input_tokens_details'])
    this.#usage = reportedUsage({
      input: asCount(usage['input_tokens']),
      cached: asCount(details['cached_tokens']),
      written: asCount(details['cache_write_tokens']),
      output: asCount(usage['output_tokens']),
      reasoning: asCount(asObject(usage['output_tokens_details'])['reasoning_tokens']),
    })
    this.#finish = this.#reason(asText(asObject(response['incomplete_details'])['reason']))
  }

  #reason(incomplete: string): FinishReason {
    if (incomplete === 'max_output_tokens') return 'length'
    if (incomplete === 'content_filter') return 'filtered'
    if (this.#hasCalls) return 'tool-calls'
    return this.#hasRefusal && incomplete === '' ? 'filtered' : 'stop'
  }

  end() {
    const { id, prompt_cache_diagnostics: diagnostics } = this.#response
    return {
      reason: this.#finish,
      usage: this.#usage,
      responseId: asText(id),
      diagnosis: readDiagnosis(asObject(diagnostics)),
    }
  }

  reasoning(): readonly ReasoningItem[] {
    return [...this.#thoughts].flatMap(([id, { summary, content }]): readonly ReasoningItem[] =>
      content === undefined || id === ''
        ? []
        : [
            {
              kind: 'encrypted',
              id,
              summary: [...summary.values()].filter((text) => text !== ''),
              content,
            },
          ],
    )
  }
}

function readDiagnosis(diagnostics: JsonObject): CacheDiagnosis | undefined {
  const type = asText(diagnostics['type'])
  switch (type) {
    case '':
      return undefined
    case 'cache_hit':
      return { found: 'same' }
    case 'cache_miss': {
      const missedTokens = asCount(diagnostics['cache_missed_tokens'])
      const missed = missedTokens === undefined ? {} : { missedTokens }
      return { found: 'changed', reason: asText(diagnostics['reason']), ...missed }
    }
    default:
      return { found: 'unknown', reason: type }
  }
}

function addBlocks(body: JsonObject, builder: BlocksBuilder): void {
  builder.addTools(asList(body['tools']))
  if (asText(body['instructions']) !== '') builder.addText('system', asText(body['instructions']))
  if (typeof body['input'] === 'string') builder.addText('user', body['input'])
  for (const item of asList(body['input'])) addItem(asObject(item), builder)
}

function addItem(item: JsonObject, builder: BlocksBuilder): void {
  const id = asText(item['call_id'])
  switch (item['type']) {
    case undefined:
    case 'message':
      return addContent(asText(item['role']), item['content'], builder)
    case 'function_call':
      return builder.addCall(
        'assistant',
        { id, tool: asText(item['name']), arguments: asText(item['arguments']) },
        item,
      )
    case 'function_call_output':
      return addResult(id, item['output'], builder)
    case 'reasoning': {
      const summary = asList(item['summary']).map((part) => asText(asObject(part)['text']))
      return builder.addReasoning('assistant', summary.join('\n'), asText(item['encrypted_content']))
    }
    default:
      return builder.addOther('user', item)
  }
}
