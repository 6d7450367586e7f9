import type { PlacedCall, PlacedMessage, PlacedPart, Mark, CatalogueModel } from '@varve/providers/convert'
import { readArguments, readReasoning } from '@varve/providers/convert'
import type {
  AssistantModelMessage,
  ModelMessage,
  SystemModelMessage,
  ToolModelMessage,
  UserModelMessage,
} from 'ai'

export type ProviderOptions = NonNullable<SystemModelMessage['providerOptions']>
type Part<Message extends ModelMessage> = Exclude<Message['content'], string>[number]

/** A placed call in the words of the AI SDK: every mark where its provider's package looks for it. */
export interface Prompt {
  readonly instructions: SystemModelMessage[]
  readonly messages: ModelMessage[]
  readonly providerOptions: ProviderOptions
}

/** Written so that no package of the AI SDK has to merge, drop or rename anything: it sends these very parts. */
export function toPrompt(call: PlacedCall): Prompt {
  const { model, messages } = call
  const [first] = messages
  const hasSystem = first?.role === 'system'
  return {
    instructions: hasSystem ? systemMessages(first.parts, model) : [],
    messages: (hasSystem ? messages.slice(1) : messages).map((message) => toMessage(message, model)),
    providerOptions: callOptions(call),
  }
}

function systemMessages(parts: readonly PlacedPart[], model: CatalogueModel): SystemModelMessage[] {
  return (model.protocol === 'openai-chat' ? joined(parts) : parts).flatMap(({ part, mark }) =>
    part.kind === 'text' ? [{ role: 'system', content: part.text, ...marked(model, mark) }] : [],
  )
}

function toMessage({ role, parts, signatures }: PlacedMessage, model: CatalogueModel): ModelMessage {
  switch (role) {
    case 'system':
    case 'user': {
      const isText = parts.every(({ part }) => part.kind === 'text')
      const own = model.protocol === 'openai-chat' && isText && !model.textParts ? joined(parts) : parts
      return { role: 'user', content: own.flatMap((placed) => userPart(placed, model)) }
    }
    case 'assistant':
      return { role, content: parts.flatMap((placed) => assistantPart(placed, model, signatures)) }
    case 'tool':
      return { role, content: parts.flatMap((placed) => toolPart(placed, model)) }
    default:
      return role satisfies never
  }
}

function userPart({ part, mark }: PlacedPart, model: CatalogueModel): Part<UserModelMessage>[] {
  if (part.kind === 'text') return [{ type: 'text', text: part.text, ...marked(model, mark) }]
  if (part.kind !== 'image') return []
  const { mediaType, bytes } = part
  return [{ type: 'file', mediaType, data: { type: 'data', data: bytes }, ...marked(model, mark) }]
}

function assistantPart(
  { part, mark }: PlacedPart,
  model: CatalogueModel,
  signatures: ReadonlyMap<string, string>,
): Part<AssistantModelMessage>[] {
  if (part.kind === 'text') return [{ type: 'text', text: part.text, ...marked(model, mark) }]
  if (part.kind === 'reasoning') return reasoningParts(part, model)
  if (part.kind !== 'tool-call') return []
  const { value, isValid } = readArguments(part.arguments)
  // As the model wrote them, where the protocol sends a text.
  const isText = model.protocol.startsWith('openai') && isValid && part.arguments !== ''
  const thoughtSignature = signatures.get(part.callId)
  const own = thoughtSignature === undefined ? {} : { google: { thoughtSignature } }
  return [
    {
      type: 'tool-call',
      toolCallId: callId(part.callId, model),
      toolName: part.tool,
      input: isText ? part.arguments : value,
      ...given({ ...own, ...(mark ? markOptions(model, mark) : {}) }),
    },
  ]
}

function reasoningParts(
  { text, opaque }: { readonly text: string; readonly opaque?: string },
  { protocol }: CatalogueModel,
): Part<AssistantModelMessage>[] {
  if (protocol === 'openai-chat') return text === '' ? [] : [{ type: 'reasoning', text }]
  const part = (own: string, providerOptions: ProviderOptions): Part<AssistantModelMessage> => ({
    type: 'reasoning',
    text: own,
    providerOptions,
  })
  return readReasoning(opaque).flatMap((item): Part<AssistantModelMessage>[] => {
    switch (item.kind) {
      case 'encrypted': {
        const openai = { itemId: item.id, reasoningEncryptedContent: item.content }
        return (item.summary.length === 0 ? [''] : item.summary).map((own) => part(own, { openai }))
      }
      case 'thinking':
        return [part(item.text, { anthropic: { signature: item.signature } })]
      case 'redacted':
        return [part('', { anthropic: { redactedData: item.data } })]
      case 'thought':
        return [part(item.text, { google: { thoughtSignature: item.signature } })]
      case 'call':
        return []
      default:
        return item satisfies never
    }
  })
}

function toolPart({ part, mark }: PlacedPart, model: CatalogueModel): Part<ToolModelMessage>[] {
  if (part.kind !== 'tool-result') return []
  const options = marked(model, mark)
  const output =
    model.protocol === 'openai-responses'
      ? { type: 'content' as const, value: [{ type: 'text' as const, text: part.text, ...options }] }
      : { type: 'text' as const, value: part.text, ...(model.protocol === 'openai-chat' ? options : {}) }
  return [
    { type: 'tool-result', toolCallId: callId(part.callId, model), toolName: part.tool, output, ...options },
  ]
}

/** Anthropic takes no other characters; ids of other makers have some. */
function callId(id: string, { protocol }: CatalogueModel): string {
  return protocol === 'anthropic' ? id.replace(/[^a-zA-Z0-9_-]/g, '_') : id
}

/** Several texts as one: OpenAI's chat has one system text, and not every server takes a list from the user. */
function joined(parts: readonly PlacedPart[]): readonly PlacedPart[] {
  const text = parts.map(({ part }) => (part.kind === 'text' ? part.text : '')).join('')
  const mark = parts.at(-1)?.mark
  const role = parts[0]?.role
  return role ? [{ role, part: { kind: 'text', text }, ...(mark ? { mark } : {}) }] : []
}

function marked(model: CatalogueModel, mark: Mark | undefined): { providerOptions?: ProviderOptions } {
  return mark ? given(markOptions(model, mark)) : {}
}

function markOptions({ protocol }: CatalogueModel, { isLong }: Mark): ProviderOptions {
  if (protocol === 'anthropic')
    return { anthropic: { cacheControl: { type: 'ephemeral', ...(isLong ? { ttl: '1h' } : {}) } } }
  return protocol === 'gemini' ? {} : { openai: { promptCacheBreakpoint: { mode: 'explicit' } } }
}

function given(options: ProviderOptions): { providerOptions?: ProviderOptions } {
  return Object.keys(options).length === 0 ? {} : { providerOptions: options }
}

/** What the whole call asks of the provider: one cache key for a conversation, and reasoning that can be sent back. */
function callOptions({ model, cacheKey, settings }: PlacedCall): ProviderOptions {
  switch (model.protocol) {
    case 'openai-responses':
      return {
        openai: {
          // Nothing is kept by OpenAI, so reasoning comes back encrypted and can be sent again.
          store: false,
          ...(cacheKey === undefined ? {} : { promptCacheKey: cacheKey }),
          ...(settings.reasoningEffort === undefined ? {} : { reasoningSummary: 'auto' }),
        },
      }
    case 'openai-chat':
      if (cacheKey === undefined) return {}
      return model.provider === 'openai'
        ? { openai: { promptCacheKey: cacheKey } }
        : { [model.provider]: { prompt_cache_key: cacheKey } }
    case 'anthropic':
    case 'gemini':
    case 'ollama':
    case 'offline':
      return {}
    default:
      return model.protocol satisfies never
  }
}
