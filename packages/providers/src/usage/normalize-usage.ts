import type { LanguageModelV4Usage } from '@ai-sdk/provider'
import type { CatalogueModel } from '../catalogue/catalogue-model.ts'
import type { ReportedUsage } from '../wire/wire.ts'

/**
 * What a provider reported in one form. Their own forms differ: Anthropic's `input_tokens` is only the uncached
 * tail, OpenAI and Gemini count the cached tokens in, DeepSeek tells hits and misses, Ollama nothing of its cache.
 * Nothing where the answer was cut before any count came.
 */
export function normalizeUsage(
  model: CatalogueModel,
  usage: LanguageModelV4Usage,
): ReportedUsage | undefined {
  const raw = usage.raw ?? {}
  if (usage.inputTokens.total === undefined && usage.outputTokens.total === undefined) return undefined
  const input = Math.max(0, usage.inputTokens.total ?? 0)
  const hits = model.provider === 'deepseek' ? readCount(raw, 'prompt_cache_hit_tokens') : undefined
  const cached = clamp(hits ?? usage.inputTokens.cacheRead ?? 0, input)
  const written = clamp(usage.inputTokens.cacheWrite ?? 0, input - cached)
  const output = Math.max(0, usage.outputTokens.total ?? 0)
  return {
    input,
    cached,
    written,
    uncached: input - cached - written,
    output,
    reasoning: clamp(usage.outputTokens.reasoning ?? 0, output),
  }
}

function readCount(raw: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = raw[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** A proxy that reports more cached than sent, or less than nothing, must not make a negative rest. */
function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most))
}
