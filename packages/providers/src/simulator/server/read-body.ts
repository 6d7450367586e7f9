import type { JsonValue } from '@varve/engine'
import { isObject } from '../../wire/body-blocks-json.ts'
import type { JsonObject, WireProtocol } from '../../wire/wire.ts'
import type { Rejection } from '../dialect/dialect.ts'

export type BodyResult =
  | { readonly kind: 'body'; readonly body: JsonObject }
  | { readonly kind: 'rejection'; readonly rejection: Rejection }

/** The body of a request; what is no JSON object is refused in the provider's words. */
export function readBody(protocol: WireProtocol, text: string): BodyResult {
  let value: JsonValue
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { kind: 'rejection', rejection: { status: 400, message: malformed(protocol) } }
  }
  if (isObject(value)) return { kind: 'body', body: value }
  return { kind: 'rejection', rejection: { status: 400, message: malformed(protocol) } }
}

function malformed(protocol: WireProtocol): string {
  switch (protocol) {
    case 'openai-responses':
    case 'openai-chat':
      return 'We could not parse the JSON body of your request. The OpenAI API expects a JSON payload, but what was sent was not valid JSON.'
    case 'anthropic':
      return 'The request body is not valid JSON.'
    case 'gemini':
      return 'Invalid JSON payload received.'
    case 'ollama':
      return 'invalid character in JSON body'
    default:
      return protocol satisfies never
  }
}
