import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { CatalogueModel } from '../../catalogue/catalogue-model.ts'

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
