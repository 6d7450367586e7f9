import type { ToolDefinition } from '@varve/engine'
import { stableJson } from '@varve/engine/internal'
import type { CatalogueModel } from '../catalogue/catalogue-model.ts'
import type { JsonObject, Loss } from '../wire/wire.ts'
import { type CallInput, type CallSettings, LossList } from './call-input.ts'
import { type LoadedImages, type PlacedMessage, placeParts } from './place-parts.ts'
import { sentSettings, thinkingBudget } from './sent-settings.ts'

/** A call with all that differs between models decided: a protocol only writes it down. */
export interface PlacedCall {
  readonly model: CatalogueModel
  readonly messages: readonly PlacedMessage[]
  readonly tools: readonly SentTool[]
  readonly settings: CallSettings
  /** Tokens to think with, for a model that takes a number and no level. */
  readonly budget: number | undefined
  /** One for each shared prefix, where the model takes one. */
  readonly cacheKey: string | undefined
  /** The longer lifetime is asked for. */
  readonly staysLong: boolean
  /** The cache object that replaces the first blocks, and the tools. */
  readonly cachedContent: string | undefined
  /** As in `CacheHooks`; undefined where the provider gives no diagnosis. */
  readonly comparesWith: string | null | undefined
  readonly losses: readonly Loss[]
}

export interface SentTool extends Pick<ToolDefinition, 'name' | 'description'> {
  /** With sorted names: equal schemas are equal bytes. [L-1] */
  readonly parameters: JsonObject
}

/** Loads the pictures that the model can see, and places the call. */
export async function placeCall(input: CallInput): Promise<PlacedCall> {
  const { model, messages, getImage } = input
  const images = new Map<string, Uint8Array>()
  if (getImage && model.modalities.includes('image'))
    for (const { parts } of messages)
      for (const part of parts) {
        if (part.kind !== 'image' || images.has(part.image.hash)) continue
        const bytes = await getImage(part.image.hash)
        if (bytes) images.set(part.image.hash, bytes)
      }
  return placeLoadedCall(input, images)
}

/** The same where every picture is at hand. */
export function placeLoadedCall(input: Omit<CallInput, 'getImage'>, images: LoadedImages): PlacedCall {
  const { model, cache } = input
  const losses = new LossList()
  const messages = placeParts(input, images, losses)
  const settings = sentSettings(input, losses)
  const cachedContent = model.cache.object ? cache?.cachedContent?.name : undefined
  const tools = cachedContent === undefined ? sentTools(input, losses) : []
  if (model.protocol === 'gemini') reportUnsigned(messages, losses)
  return {
    model,
    messages,
    tools,
    settings,
    budget: thinkingBudget(model, settings),
    cacheKey: model.cache.key ? cache?.key : undefined,
    staysLong: cache?.longMarks !== undefined,
    cachedContent,
    comparesWith: givesDiagnosis(model) ? cache?.comparesWith : undefined,
    losses: losses.toArray(),
  }
}

/** Whether the provider says why its cache could not reuse an earlier request: Anthropic, and OpenAI where it takes marks. */
export function givesDiagnosis({ provider, protocol, cache }: CatalogueModel): boolean {
  if (provider === 'anthropic') return protocol === 'anthropic'
  return provider === 'openai' && protocol === 'openai-responses' && cache.marks
}

/** Tools by name, so that the order in which they were put together does not matter. */
function sentTools({ model, tools }: CallInput, losses: LossList): readonly SentTool[] {
  if (!model.tools && tools.length > 0) losses.add(`${tools.length} tools`, `${model.name} has no tools`)
  if (!model.tools) return []
  return [...tools]
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ name, description, parameters }) => ({
      name,
      description,
      parameters: JSON.parse(stableJson(parameters)) as JsonObject,
    }))
}

/** Gemini signs its calls; if a signature is missing, it is asked not to check. */
function reportUnsigned(messages: readonly PlacedMessage[], losses: LossList): void {
  for (const { signatures, parts } of messages)
    for (const { part } of parts)
      if (part.kind === 'tool-call' && !signatures.has(part.callId))
        losses.add(`signature of a call of ${part.tool}`, 'it was not kept')
}
