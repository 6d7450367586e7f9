import type { Rejection } from '../dialect/dialect.ts'
import type { WireProtocol } from '../../wire/wire.ts'

/** What a provider says to a request without a key; servers on the user's own machine ask for none. */
export function checkKey(protocol: WireProtocol, key: string, isLocal: boolean): Rejection | undefined {
  if (key !== '' || isLocal) return undefined
  switch (protocol) {
    case 'openai-responses':
    case 'openai-chat':
      return {
        status: 401,
        message:
          "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
      }
    case 'anthropic':
      return { status: 401, message: 'x-api-key header is required' }
    case 'gemini':
      return {
        status: 403,
        message:
          "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
      }
    case 'ollama':
      return undefined
    default:
      return protocol satisfies never
  }
}

/** What a provider says to a model that it does not have. */
export function unknownModel(protocol: WireProtocol, model: string): Rejection {
  return { status: 404, message: unknownModelMessage(protocol, model) }
}

function unknownModelMessage(protocol: WireProtocol, model: string): string {
  switch (protocol) {
    case 'openai-responses':
    case 'openai-chat':
      return `The model \`${model}\` does not exist or you do not have access to it.`
    case 'anthropic':
      return `model: ${model}`
    case 'gemini':
      return `models/${model} is not found for API version v1beta, or is not supported for generateContent.`
    case 'ollama':
      return `model '${model}' not found`
    default:
      return protocol satisfies never
  }
}
