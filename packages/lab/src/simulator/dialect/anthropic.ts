import { asObject, asText } from '@varve/providers/internal'
import type { JsonObject } from '@varve/providers'
import { checkAnthropic } from '../check/check-anthropic.ts'
import type { ReplyFinish, ReplyPiece } from '../script/scenario.ts'
import { type Answer, chunkText, type Dialect, type Frame, type Rejection } from './dialect.ts'

/** Anthropic's Messages. */
export const anthropic: Dialect = {
  protocol: 'anthropic',
  check: checkAnthropic,
  maximumTokens: (body) => (typeof body['max_tokens'] === 'number' ? body['max_tokens'] : undefined),
  errorBody,
  document,
  frames,
  failure: (rejection) => ({ event: 'error', data: errorBody(rejection) }),
  overflow: (tokens, window) => ({
    status: 400,
    message: `prompt is too long: ${tokens} tokens > ${window} maximum`,
  }),
}

const STOP_REASON: Readonly<Record<ReplyFinish, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  'tool-calls': 'tool_use',
  filtered: 'refusal',
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
}

function errorBody({ status, message }: Rejection): JsonObject {
  return {
    type: 'error',
    error: { type: ERROR_TYPES[status] ?? 'api_error', message },
    request_id: 'req_sim',
  }
}

function document(answer: Answer): JsonObject {
  return {
    ...messageOf(answer),
    content: answer.reply.pieces.map(contentBlock),
    stop_reason: STOP_REASON[answer.reply.finish],
    usage: { ...inputUsage(answer), output_tokens: answer.usage.output },
  }
}

function frames(answer: Answer): readonly Frame[] {
  const start = { ...messageOf(answer), usage: { ...inputUsage(answer), output_tokens: 1 } }
  const events: JsonObject[] = [
    { type: 'message_start', message: start },
    { type: 'ping' },
    ...answer.reply.pieces.flatMap((piece, index) => pieceEvents(piece, index, answer.chunkCharacters)),
    {
      type: 'message_delta',
      delta: { stop_reason: STOP_REASON[answer.reply.finish], stop_sequence: null },
      usage: { output_tokens: answer.usage.output },
    },
    { type: 'message_stop' },
  ]
  return events.map((data) => ({ event: asText(data['type']), data }))
}

function pieceEvents(piece: ReplyPiece, index: number, size: number): readonly JsonObject[] {
  const deltas = pieceDeltas(piece, size).map((delta) => ({ type: 'content_block_delta', index, delta }))
  return [
    { type: 'content_block_start', index, content_block: emptyBlock(piece) },
    ...deltas,
    { type: 'content_block_stop', index },
  ]
}

function pieceDeltas(piece: ReplyPiece, size: number): readonly JsonObject[] {
  switch (piece.kind) {
    case 'reasoning':
      return [
        ...chunkText(piece.text, size).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: piece.opaque },
      ]
    case 'text':
      return chunkText(piece.text, size).map((text) => ({ type: 'text_delta', text }))
    case 'tool-call':
      return ['', ...chunkText(piece.arguments, size)].map((json) => ({
        type: 'input_json_delta',
        partial_json: json,
      }))
    default:
      return piece satisfies never
  }
}

function emptyBlock(piece: ReplyPiece): JsonObject {
  switch (piece.kind) {
    case 'reasoning':
      return { type: 'thinking', thinking: '', signature: '' }
    case 'text':
      return { type: 'text', text: '' }
    case 'tool-call':
      return { type: 'tool_use', id: piece.callId, name: piece.tool, input: {} }
    default:
      return piece satisfies never
  }
}

function contentBlock(piece: ReplyPiece): JsonObject {
  switch (piece.kind) {
    case 'reasoning':
      return { type: 'thinking', thinking: piece.text, signature: piece.opaque }
    case 'text':
      return { type: 'text', text: piece.text }
    case 'tool-call': {
      const input = asObject(JSON.parse(piece.arguments))
      return { type: 'tool_use', id: piece.callId, name: piece.tool, input }
    }
    default:
      return piece satisfies never
  }
}

/** Null where the requests agree. */
function diagnosticsOf({ diagnosis }: Answer): JsonObject | null {
  if (diagnosis === undefined || diagnosis === 'same') return null
  if (diagnosis === 'not-found') return { cache_miss_reason: { type: 'previous_message_not_found' } }
  const { reason, missedTokens } = diagnosis
  return { cache_miss_reason: { type: reason, cache_missed_input_tokens: missedTokens } }
}

function messageOf(answer: Answer): JsonObject {
  const { serial, model } = answer
  return {
    id: `msg_sim_${serial}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    diagnostics: diagnosticsOf(answer),
  }
}

/** What was read from the cache and written to it is no part of `input_tokens`. */
function inputUsage({ usage }: Answer): JsonObject {
  return {
    input_tokens: usage.uncached,
    cache_creation_input_tokens: usage.written,
    cache_read_input_tokens: usage.cached,
    cache_creation: {
      ephemeral_5m_input_tokens: usage.written - usage.writtenLong,
      ephemeral_1h_input_tokens: usage.writtenLong,
    },
    service_tier: 'standard',
  }
}
