import type { JsonObject, ReportedUsage, WireProtocol } from '@varve/providers'
import type { Difference } from '../cache/diagnose.ts'
import type { Reply } from '../script/scenario.ts'

/** Tokens of one call, with what some providers split further. */
export interface SimulatedUsage extends ReportedUsage {
  /** Part of `written`: what was written for the longer lifetime. */
  readonly writtenLong: number
}

/** Why a provider refuses a request, before its protocol gives that a form. */
export interface Rejection {
  readonly status: number
  readonly message: string
  /** Which part of the body is meant. */
  readonly param?: string
  /** The provider's own name of the error, where the status does not tell it. */
  readonly code?: string
}

/** Everything that an answer is written from. */
export interface Answer {
  readonly serial: number
  readonly model: string
  /** Milliseconds, by the clock of the simulator. */
  readonly at: number
  readonly body: JsonObject
  readonly reply: Reply
  readonly usage: SimulatedUsage
  /** Class of the model's cache, which decides on the fields of its usage. */
  readonly profileId: string
  readonly chunkCharacters: number
  /** What the provider says of the request that this one names; undefined where it names none. */
  readonly diagnosis?: Diagnosis | undefined
}

/** `not-found` where the named response is not known. */
export type Diagnosis = Difference | 'same' | 'not-found'

/** One event of a stream. */
export interface Frame {
  readonly event?: string
  readonly data: JsonObject | '[DONE]'
}

/** How a stream is written down: events, lines of JSON, or one JSON array. */
export type StreamFormat = 'sse' | 'ndjson' | 'array'

/** One provider's way to say things. */
export interface Dialect {
  readonly protocol: WireProtocol
  /** The first thing in a body that the provider does not accept. */
  check(body: JsonObject, context: CheckContext): Rejection | undefined
  maximumTokens(body: JsonObject): number | undefined
  errorBody(rejection: Rejection): JsonObject
  document(answer: Answer): JsonObject
  frames(answer: Answer): readonly Frame[]
  /** An error in the middle of a stream. */
  failure(rejection: Rejection): Frame
  /** The words for a prompt that is longer than the model's window. */
  overflow(tokens: number, window: number): Rejection
}

export interface CheckContext {
  readonly model: string
  readonly profileId: string
}

/** The text in pieces of so many characters, which put together give it back; a pair is never parted. */
export function chunkText(text: string, characters: number): readonly string[] {
  const all = Array.from(text)
  const chunks: string[] = []
  for (let start = 0; start < all.length; start += characters)
    chunks.push(all.slice(start, start + characters).join(''))
  return chunks
}

/** An error as both of OpenAI's protocols give it. */
export function openaiErrorBody({ status, message, param, code }: Rejection): JsonObject {
  return {
    error: { message, type: openaiErrorType(status), param: param ?? null, code: code ?? codeOf(status) },
  }
}

export function openaiOverflow(tokens: number, window: number): Rejection {
  const message = `This model's maximum context length is ${window} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`
  return { status: 400, message, param: 'messages', code: 'context_length_exceeded' }
}

function openaiErrorType(status: number): string {
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}

function codeOf(status: number): string | null {
  switch (status) {
    case 401:
      return 'invalid_api_key'
    case 404:
      return 'model_not_found'
    case 429:
      return 'rate_limit_exceeded'
    default:
      return null
  }
}
