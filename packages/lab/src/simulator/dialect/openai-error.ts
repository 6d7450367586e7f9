import type { JsonObject } from '@varve/providers'
import type { Rejection } from './dialect.ts'

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
