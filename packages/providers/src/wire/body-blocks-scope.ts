import type { JsonValue } from '@varve/engine'
import { asObject, asText, isList, isObject } from './body-blocks-json.ts'
import type { JsonObject, WireProtocol } from './wire.ts'

/** What of a body decides, beside its blocks, whether a provider finds an earlier request again. */
export interface BodyScope {
  /** Requests share nothing where this differs. */
  readonly whole: string
  /** Requests share tools and system alone where this differs. */
  readonly messages: string
  /** Where pictures part requests too: whether there are any. */
  readonly hasImage?: boolean
}

/**
 * The settings that part one cache from another. OpenAI: service tier and `prompt_cache_key` must match.
 * Anthropic: tool choice, thinking and whether there are images at all are read before the messages.
 */
export function bodyScope(protocol: WireProtocol, body: JsonObject): BodyScope {
  switch (protocol) {
    case 'openai-responses':
    case 'openai-chat':
      return { whole: `${asText(body['service_tier'])} ${asText(body['prompt_cache_key'])}`, messages: '' }
    case 'anthropic':
      return {
        whole: '',
        messages: anthropicMessagesScope(body),
        hasImage: holdsImage(body['messages']),
      }
    case 'gemini':
    case 'ollama':
      return { whole: '', messages: '' }
    default:
      return protocol satisfies never
  }
}

function anthropicMessagesScope(body: JsonObject): string {
  // How much may be thought is no part of it, only whether.
  const thinking = asText(asObject(body['thinking'])['type'])
  return JSON.stringify([body['tool_choice'] ?? null, thinking, holdsImage(body['messages'])])
}

function holdsImage(value: JsonValue | undefined): boolean {
  if (isList(value)) return value.some(holdsImage)
  return isObject(value) && (value['type'] === 'image' || holdsImage(value['content']))
}
