import type { LanguageModelV4CallOptions, SharedV4ProviderOptions } from '@ai-sdk/provider'
import { stableJson, type ToolDefinition } from '@varve/engine'
import type { CallInput } from './call-input.ts'
import { dialectOf } from './dialect.ts'
import { unguardName } from './guarded-name.ts'
import type { LossList } from './loss-list.ts'
import { placeParts } from './place-parts.ts'
import { sentSettings } from './sent-settings.ts'
import { thinkingBudget } from './thinking-budget.ts'
import { toPrompt } from './to-prompt.ts'

export type JsonRecord = Readonly<Record<string, unknown>>
type FunctionTool = Extract<NonNullable<LanguageModelV4CallOptions['tools']>[number], { type: 'function' }>

/** The whole call as the provider packages take it: the same input gives the same options. */
export async function callOptions(input: CallInput, losses: LossList): Promise<LanguageModelV4CallOptions> {
  const { model, cache } = input
  const messages = await placeParts(input, losses)
  const settings = sentSettings(input, losses)
  const { temperature, maxOutputTokens, reasoningEffort } = settings
  const budget = thinkingBudget(model, settings)
  const tools = cache?.cachedContent && model.cache.object ? [] : sentTools(input, losses)
  const limit = maxOutputTokens ?? (model.protocol === 'anthropic' ? model.reservedOutput : undefined)
  // The package adds what may be thought to the limit; here it is a part of it.
  const thought = model.protocol === 'anthropic' ? (budget ?? 0) : 0
  const prompt = toPrompt(messages, dialectOf(model))
  if (model.protocol === 'gemini') reportUnsigned(prompt, losses)
  return {
    prompt,
    ...(tools.length === 0 ? {} : { tools: tools.map(functionTool) }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(limit === undefined ? {} : { maxOutputTokens: limit - thought }),
    ...(reasoningEffort === undefined || budget !== undefined ? {} : { reasoning: reasoningEffort }),
    providerOptions: providerOptions(input, { isReasoning: reasoningEffort !== undefined, budget }),
  }
}

/** Gemini signs its calls; for one whose signature is gone, the package tells it to check none. */
function reportUnsigned(prompt: LanguageModelV4CallOptions['prompt'], losses: LossList): void {
  for (const { role, content } of prompt)
    if (role === 'assistant')
      for (const part of content)
        if (part.type === 'tool-call' && part.providerOptions === undefined)
          losses.add(`signature of a call of ${unguardName(part.toolName)}`, 'it was not kept')
}

/** Tools by name, so that the order in which they were put together does not matter. */
export function sentTools({ model, tools }: CallInput, losses: LossList): readonly ToolDefinition[] {
  if (!model.tools && tools.length > 0) losses.add(`${tools.length} tools`, `${model.name} has no tools`)
  if (!model.tools) return []
  return [...tools].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/** A schema with sorted names: equal schemas are equal bytes. [L-1] */
export function stableSchema(parameters: ToolDefinition['parameters']): JsonRecord {
  return JSON.parse(stableJson(parameters)) as JsonRecord
}

function functionTool({ name, description, parameters }: ToolDefinition): FunctionTool {
  return { type: 'function', name, description, inputSchema: stableSchema(parameters) }
}

interface Thinking {
  readonly isReasoning: boolean
  readonly budget: number | undefined
}

function providerOptions(
  { model, cache }: CallInput,
  { isReasoning, budget }: Thinking,
): SharedV4ProviderOptions {
  const key = model.cache.key && cache?.key !== undefined ? cache.key : undefined
  switch (model.protocol) {
    case 'openai-responses':
      return {
        openai: {
          // Nothing stays with the provider; its reasoning comes back encrypted instead.
          store: false,
          ...(key === undefined ? {} : { promptCacheKey: key }),
          ...(isReasoning ? { reasoningSummary: 'auto' } : {}),
        },
      }
    case 'openai-chat':
      if (key === undefined) return {}
      return model.provider === 'openai'
        ? { openai: { promptCacheKey: key } }
        : { [model.provider]: { prompt_cache_key: key } }
    case 'anthropic':
      // Whole arguments are waited for anyway, and the field would only make the tools longer.
      return {
        anthropic: {
          toolStreaming: false,
          ...(budget === undefined ? {} : { thinking: { type: 'enabled', budgetTokens: budget } }),
        },
      }
    case 'gemini': {
      const content = model.cache.object ? cache?.cachedContent : undefined
      const google = {
        ...(content ? { cachedContent: content.name } : {}),
        ...(budget === undefined ? {} : { thinkingConfig: { thinkingBudget: budget } }),
      }
      return Object.keys(google).length === 0 ? {} : { google }
    }
    case 'ollama':
    case 'offline':
      return {}
    default:
      return model.protocol satisfies never
  }
}
