import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { CatalogueModel } from '../catalogue/catalogue-model.ts'
import { ProviderError } from '../provider-error.ts'

export interface Endpoint {
  readonly baseUrl: string
  /** Empty where none is needed. */
  readonly key: string
  readonly fetch: typeof globalThis.fetch
}

/** The provider package's model. Everything is passed in, so that it reads nothing from the environment. */
export function sdkModel(model: CatalogueModel, { baseUrl, key, fetch }: Endpoint): LanguageModelV4 {
  const settings = { baseURL: baseUrl, apiKey: key, fetch }
  switch (model.protocol) {
    case 'openai-responses':
      return createOpenAI(settings).responses(model.wireModel)
    case 'openai-chat':
      return model.provider === 'openai'
        ? createOpenAI(settings).chat(model.wireModel)
        : createOpenAICompatible({ ...settings, name: model.provider, includeUsage: true }).chatModel(
            model.wireModel,
          )
    case 'anthropic':
      return createAnthropic(settings)(model.wireModel)
    case 'gemini':
      return createGoogle(settings)(model.wireModel)
    case 'ollama':
    case 'offline':
      throw new ProviderError({
        code: 'bad-request',
        provider: model.provider,
        message: `${model.name} is not reached through a provider package`,
      })
    default:
      return model.protocol satisfies never
  }
}
