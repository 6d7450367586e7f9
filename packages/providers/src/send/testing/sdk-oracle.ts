import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider'
import type { CatalogueModel } from '../../catalogue/catalogue-model.ts'
import type { CallInput } from '../../request/call-input.ts'
import type { Mark, PlacedMessage, PlacedPart } from '../../request/place-parts.ts'
import { type PlacedCall, placeCall } from '../../request/placed-call.ts'
import { readArguments } from '../../wire/json.ts'
import { readReasoning } from '../../wire/reasoning-record.ts'

/** The body that the provider's own package of the AI SDK writes for a call, told by a package that others keep up. */
export async function sdkBody(input: CallInput): Promise<string> {
  const placed = await placeCall(input)
  let written: string | undefined
  const fetch: typeof globalThis.fetch = async (_, init) => {
    written = init?.body as string
    throw new TypeError('nothing is sent')
  }
  try {
    await sdkModel(placed.model, 'https://example.org', fetch).doStream(callOptions(placed))
  } catch (error) {
    if (written === undefined) throw error
  }
  return written ?? ''
}

/** What the package reads in the bytes of an answer, in few words. */
export async function sdkAnswer(
  model: CatalogueModel,
  chunks: readonly string[],
): Promise<readonly LanguageModelV4StreamPart[]> {
  const fetch: typeof globalThis.fetch = async () =>
    new Response(new Blob([...chunks]).stream(), { headers: { 'content-type': 'text/event-stream' } })
  const { stream } = await sdkModel(model, 'https://example.org', fetch).doStream({
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
  })
  const parts: LanguageModelV4StreamPart[] = []
  for await (const part of stream) parts.push(part)
  return parts
}

function sdkModel(
  { protocol, provider, wireModel }: CatalogueModel,
  baseURL: string,
  fetch: typeof globalThis.fetch,
): LanguageModelV4 {
  const settings = { baseURL, apiKey: 'key', fetch }
  switch (protocol) {
    case 'openai-responses':
      return createOpenAI(settings).responses(wireModel)
    case 'openai-chat':
      return provider === 'openai'
        ? createOpenAI(settings).chat(wireModel)
        : createOpenAICompatible({ ...settings, name: provider, includeUsage: true }).chatModel(wireModel)
    case 'anthropic':
      return createAnthropic(settings)(wireModel)
    case 'gemini':
      return createGoogle(settings)(wireModel)
    case 'ollama':
    case 'offline':
      throw new Error(`no package speaks ${protocol}`)
    default:
      return protocol satisfies never
  }
}

function callOptions(call: PlacedCall): LanguageModelV4CallOptions {
  const { model, settings, budget, tools } = call
  const isAnthropic = model.protocol === 'anthropic'
  const limit = settings.maxOutputTokens ?? (isAnthropic ? model.reservedOutput : undefined)
  return {
    prompt: call.messages.flatMap((message) => toPrompt(message, model)),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }) => ({
            type: 'function' as const,
            name,
            description,
            inputSchema: parameters,
          })),
        }),
    ...(settings.temperature === undefined ? {} : { temperature: settings.temperature }),
    // The package adds what may be thought to the limit.
    ...(limit === undefined ? {} : { maxOutputTokens: limit - (isAnthropic ? (budget ?? 0) : 0) }),
    ...(settings.reasoningEffort === undefined || budget !== undefined
      ? {}
      : { reasoning: settings.reasoningEffort }),
    providerOptions: providerOptions(call),
  }
}

function providerOptions({ model, settings, cacheKey, cachedContent, budget }: PlacedCall) {
  const options: Readonly<Record<string, SharedV4ProviderOptions>> = {
    'openai-responses': {
      openai: {
        store: false,
        ...(cacheKey === undefined ? {} : { promptCacheKey: cacheKey }),
        ...(settings.reasoningEffort === undefined ? {} : { reasoningSummary: 'auto' }),
      },
    },
    'openai-chat':
      cacheKey === undefined
        ? {}
        : model.provider === 'openai'
          ? { openai: { promptCacheKey: cacheKey } }
          : { [model.provider]: { prompt_cache_key: cacheKey } },
    anthropic: {
      anthropic: {
        toolStreaming: false,
        ...(budget === undefined ? {} : { thinking: { type: 'enabled', budgetTokens: budget } }),
      },
    },
    gemini: {
      google: {
        ...(cachedContent === undefined ? {} : { cachedContent }),
        ...(budget === undefined ? {} : { thinkingConfig: { thinkingBudget: budget } }),
      },
    },
  }
  return options[model.protocol] ?? {}
}

type Part<Role extends LanguageModelV4Message['role']> = Extract<
  Extract<LanguageModelV4Message, { role: Role }>['content'],
  readonly unknown[]
>[number]

function toPrompt(
  { role, parts, signatures }: PlacedMessage,
  model: CatalogueModel,
): LanguageModelV4Message[] {
  const isChat = model.protocol === 'openai-chat'
  switch (role) {
    case 'system':
      return (isChat ? joined(parts) : parts).flatMap(({ part, mark }) =>
        part.kind === 'text' ? [{ role, content: part.text, ...marked(model, mark) }] : [],
      )
    case 'user': {
      const isText = parts.every(({ part }) => part.kind === 'text')
      const own = isChat && isText && !model.textParts ? joined(parts) : parts
      return [{ role, content: own.flatMap((placed) => userPart(placed, model)) }]
    }
    case 'assistant':
      return [{ role, content: parts.flatMap((placed) => assistantPart(placed, model, signatures)) }]
    case 'tool':
      return [{ role, content: parts.flatMap((placed) => toolPart(placed, model)) }]
    default:
      return role satisfies never
  }
}

function userPart({ part, mark }: PlacedPart, model: CatalogueModel): Part<'user'>[] {
  if (part.kind === 'text') return [{ type: 'text', text: part.text, ...marked(model, mark) }]
  if (part.kind !== 'image') return []
  const { mediaType, bytes } = part
  return [{ type: 'file', mediaType, data: { type: 'data', data: bytes }, ...marked(model, mark) }]
}

function assistantPart(
  { part, mark }: PlacedPart,
  model: CatalogueModel,
  signatures: ReadonlyMap<string, string>,
): Part<'assistant'>[] {
  if (part.kind === 'text') return [{ type: 'text', text: part.text, ...marked(model, mark) }]
  if (part.kind === 'reasoning') return reasoningParts(part, model)
  if (part.kind !== 'tool-call') return []
  const { value, isValid } = readArguments(part.arguments)
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
): Part<'assistant'>[] {
  if (protocol === 'openai-chat') return text === '' ? [] : [{ type: 'reasoning', text }]
  return readReasoning(opaque).flatMap((item): Part<'assistant'>[] => {
    const part = (own: string, options: SharedV4ProviderOptions): Part<'assistant'> => {
      return { type: 'reasoning', text: own, providerOptions: options }
    }
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

function toolPart({ part, mark }: PlacedPart, model: CatalogueModel): Part<'tool'>[] {
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

function callId(id: string, { protocol }: CatalogueModel): string {
  return protocol === 'anthropic' ? id.replace(/[^a-zA-Z0-9_-]/g, '_') : id
}

function joined(parts: readonly PlacedPart[]): readonly PlacedPart[] {
  const text = parts.map(({ part }) => (part.kind === 'text' ? part.text : '')).join('')
  const mark = parts.at(-1)?.mark
  const role = parts[0]?.role
  return role ? [{ role, part: { kind: 'text', text }, ...(mark ? { mark } : {}) }] : []
}

function marked(model: CatalogueModel, mark: Mark | undefined) {
  return mark ? given(markOptions(model, mark)) : {}
}

function markOptions({ protocol }: CatalogueModel, { isLong }: Mark): SharedV4ProviderOptions {
  if (protocol === 'anthropic')
    return { anthropic: { cacheControl: { type: 'ephemeral', ...(isLong ? { ttl: '1h' } : {}) } } }
  return protocol === 'gemini' ? {} : { openai: { promptCacheBreakpoint: { mode: 'explicit' } } }
}

function given(options: SharedV4ProviderOptions): { providerOptions?: SharedV4ProviderOptions } {
  return Object.keys(options).length === 0 ? {} : { providerOptions: options }
}
