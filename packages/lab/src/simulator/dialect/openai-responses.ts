import type { JsonValue } from '@varve/engine/internal'
import { asList, asObject, asText, isList } from '@varve/providers/internal'
import type { JsonObject } from '@varve/providers'
import type { ReplyPiece } from '../script/scenario.ts'
import {
  type Answer,
  type CheckContext,
  type Diagnosis,
  chunkText,
  type Dialect,
  type Frame,
  type Rejection,
  openaiErrorBody,
  openaiOverflow,
} from './dialect.ts'
import { checkOpenai } from '../check/check-openai.ts'
import { firstRejection, reject } from '../check/reject.ts'

const ROLES = ['assistant', 'system', 'developer', 'user']

const MINIMUM_OUTPUT = 16

/** OpenAI's Responses. */
export const openaiResponses: Dialect = {
  protocol: 'openai-responses',
  check: checkResponses,
  maximumTokens: (body) =>
    typeof body['max_output_tokens'] === 'number' ? body['max_output_tokens'] : undefined,
  errorBody: openaiErrorBody,
  document: (answer) => responseOf(answer, 'done'),
  frames,
  failure: ({ message, code }) => ({
    event: 'error',
    data: { type: 'error', sequence_number: 0, code: code ?? 'server_error', message, param: null },
  }),
  overflow: (tokens, window) => ({ ...openaiOverflow(tokens, window), param: 'input' }),
}

type Item = JsonObject

function frames(answer: Answer): readonly Frame[] {
  const begun = responseOf(answer, 'begun')
  const ended = responseOf(answer, 'done')
  const events: JsonObject[] = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...answer.reply.pieces.flatMap((piece, index) => pieceEvents(answer, piece, index)),
    {
      type: ended['status'] === 'incomplete' ? 'response.incomplete' : 'response.completed',
      response: ended,
    },
  ]
  return events.map((event, index) => ({
    event: asText(event['type']),
    data: { ...event, sequence_number: index },
  }))
}

function pieceEvents(answer: Answer, piece: ReplyPiece, index: number): readonly JsonObject[] {
  const done = itemOf(answer, piece, index)
  const place = { item_id: asText(done['id']), output_index: index }
  const added = { type: 'response.output_item.added', output_index: index, item: emptyItem(done) }
  const end = { type: 'response.output_item.done', output_index: index, item: done }
  const size = answer.chunkCharacters
  switch (piece.kind) {
    case 'reasoning': {
      const at = { ...place, summary_index: 0 }
      const part = { type: 'summary_text', text: piece.text }
      const deltas = chunkText(piece.text, size).map((delta) => ({
        type: 'response.reasoning_summary_text.delta',
        ...at,
        delta,
      }))
      return [
        added,
        { type: 'response.reasoning_summary_part.added', ...at, part: { type: 'summary_text', text: '' } },
        ...deltas,
        { type: 'response.reasoning_summary_text.done', ...at, text: piece.text },
        { type: 'response.reasoning_summary_part.done', ...at, part },
        end,
      ]
    }
    case 'text': {
      const at = { ...place, content_index: 0 }
      const deltas = chunkText(piece.text, size).map((delta) => ({
        type: 'response.output_text.delta',
        ...at,
        delta,
        logprobs: [],
      }))
      return [
        added,
        { type: 'response.content_part.added', ...at, part: textPart('') },
        ...deltas,
        { type: 'response.output_text.done', ...at, text: piece.text, logprobs: [] },
        { type: 'response.content_part.done', ...at, part: textPart(piece.text) },
        end,
      ]
    }
    case 'tool-call': {
      const deltas = chunkText(piece.arguments, size).map((delta) => ({
        type: 'response.function_call_arguments.delta',
        ...place,
        delta,
      }))
      const whole = { type: 'response.function_call_arguments.done', ...place, arguments: piece.arguments }
      return [added, ...deltas, whole, end]
    }
    default:
      return piece satisfies never
  }
}

function itemOf(answer: Answer, piece: ReplyPiece, index: number): Item {
  const id = `sim_${answer.serial}_${index}`
  switch (piece.kind) {
    case 'reasoning': {
      const wanted = JSON.stringify(answer.body['include'] ?? []).includes('reasoning.encrypted_content')
      const summary = [{ type: 'summary_text', text: piece.text }]
      return {
        id: `rs_${id}`,
        type: 'reasoning',
        summary,
        ...(wanted && { encrypted_content: piece.opaque }),
      }
    }
    case 'text':
      return {
        id: `msg_${id}`,
        type: 'message',
        status: 'completed',
        role: 'assistant',
        content: [textPart(piece.text)],
      }
    case 'tool-call':
      return {
        id: `fc_${id}`,
        type: 'function_call',
        status: 'completed',
        call_id: piece.callId,
        name: piece.tool,
        arguments: piece.arguments,
      }
    default:
      return piece satisfies never
  }
}

/** The item as it is announced, before anything of it has been written. */
function emptyItem(item: Item): Item {
  if (item['type'] === 'reasoning') return { ...item, summary: [] }
  const empty = item['type'] === 'message' ? { content: [] } : { arguments: '' }
  return { ...item, ...empty, status: 'in_progress' }
}

function textPart(text: string): JsonObject {
  return { type: 'output_text', text, annotations: [], logprobs: [] }
}

function responseOf(answer: Answer, state: 'begun' | 'done'): JsonObject {
  const { serial, at, model, reply, body } = answer
  const cut = reply.finish === 'length' ? 'max_output_tokens' : 'content_filter'
  const isCut = reply.finish === 'length' || reply.finish === 'filtered'
  const isDone = state === 'done'
  return {
    id: `resp_sim_${serial}`,
    object: 'response',
    created_at: Math.floor(at / 1000),
    status: isDone ? (isCut ? 'incomplete' : 'completed') : 'in_progress',
    error: null,
    incomplete_details: isDone && isCut ? { reason: cut } : null,
    instructions: body['instructions'] ?? null,
    model,
    output: isDone ? reply.pieces.map((piece, index) => itemOf(answer, piece, index)) : [],
    parallel_tool_calls: true,
    service_tier: body['service_tier'] ?? 'default',
    store: body['store'] ?? true,
    tools: body['tools'] ?? [],
    usage: isDone ? usageOf(answer) : null,
    ...(isDone && answer.diagnosis !== undefined
      ? { prompt_cache_diagnostics: diagnosticsOf(answer.diagnosis) }
      : {}),
  }
}

function diagnosticsOf(diagnosis: Diagnosis): JsonObject {
  if (diagnosis === 'same') return { type: 'cache_hit' }
  if (diagnosis === 'not-found') return { type: 'comparison_response_not_found' }
  return { type: 'cache_miss', reason: diagnosis.reason, cache_missed_tokens: diagnosis.missedTokens }
}

function usageOf({ usage, profileId }: Answer): JsonObject {
  const { input, cached, written, output, reasoning } = usage
  return {
    input_tokens: input,
    input_tokens_details: {
      cached_tokens: cached,
      ...(profileId === 'openai-5.6' && { cache_write_tokens: written }),
    },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  }
}

/** What OpenAI's Responses refuses. Nothing is stored, so nothing can be referred to. */
function checkResponses(body: JsonObject, context: CheckContext): Rejection | undefined {
  const { input } = body
  if (typeof input !== 'string' && !isList(input))
    return reject("Missing required parameter: 'input'.", {
      param: 'input',
      code: 'missing_required_parameter',
    })
  const limit = body['max_output_tokens']
  if (typeof limit === 'number' && limit < MINIMUM_OUTPUT)
    return reject(
      `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= ${MINIMUM_OUTPUT}, but got ${limit} instead.`,
      {
        param: 'max_output_tokens',
        code: 'integer_below_min_value',
      },
    )
  const previous = asText(body['previous_response_id'])
  if (previous !== '')
    return reject(`Previous response with id '${previous}' not found.`, {
      param: 'previous_response_id',
      code: 'previous_response_not_found',
    })
  const items = asList(input).map(asObject)
  return firstRejection([
    ...items.map((item, index) => () => checkItem(item, index)),
    () => checkCalls(items),
    () => checkOpenai(body, input, context),
  ])
}

function checkItem(item: JsonObject, index: number): Rejection | undefined {
  const param = `input[${index}]`
  const type = item['type'] ?? 'message'
  if (type === 'item_reference')
    return { status: 404, message: `Item with id '${asText(item['id'])}' not found.`, param: 'input' }
  if (type === 'function_call' && asText(item['name']) === '')
    return reject(`Missing required parameter: '${param}.name'.`, {
      param: `${param}.name`,
      code: 'missing_required_parameter',
    })
  if (type !== 'message') return undefined
  const role = asText(item['role'])
  if (!ROLES.includes(role)) return invalidValue(role, ROLES, `${param}.role`)
  const allowed =
    role === 'assistant' ? ['output_text', 'refusal'] : ['input_text', 'input_image', 'input_file']
  return checkParts(item['content'], allowed, `${param}.content`)
}

function checkParts(
  content: JsonValue | undefined,
  allowed: readonly string[],
  place: string,
): Rejection | undefined {
  if (typeof content === 'string') return undefined
  if (!isList(content)) return reject(`Missing required parameter: '${place}'.`, { param: place })
  const types = content.map((part) => asText(asObject(part)['type']))
  const wrong = types.findIndex((type) => !allowed.includes(type))
  return wrong < 0 ? undefined : invalidValue(types[wrong] ?? '', allowed, `${place}[${wrong}]`)
}

function invalidValue(value: string, allowed: readonly string[], param: string): Rejection {
  const names = allowed.map((name) => `'${name}'`).join(', ')
  return reject(`Invalid value: '${value}'. Supported values are: ${names}.`, {
    param,
    code: 'invalid_value',
  })
}

function checkCalls(items: readonly JsonObject[]): Rejection | undefined {
  const calls = new Set<string>()
  const open = new Set<string>()
  for (const item of items) {
    const id = asText(item['call_id'])
    if (item['type'] === 'function_call') {
      calls.add(id)
      open.add(id)
    }
    if (item['type'] !== 'function_call_output') continue
    if (!calls.has(id))
      return reject(`No tool call found for function call output with call_id ${id}.`, { param: 'input' })
    open.delete(id)
  }
  const [unanswered] = open
  if (unanswered === undefined) return undefined
  return reject(`No tool output found for function call ${unanswered}.`, { param: 'input' })
}
