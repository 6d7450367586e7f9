import type { CatalogueModel } from '@varve/providers'

const NAMES: Readonly<Record<string, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  deepseek: 'DeepSeek',
  mistral: 'Mistral',
  openrouter: 'OpenRouter',
  xai: 'xAI',
  ollama: 'Ollama',
  'lm-studio': 'LM Studio',
  'llama-server': 'llama-server',
}

const LOCAL: ReadonlySet<string> = new Set(['ollama', 'lm-studio', 'llama-server'])
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** A provider as people call it. */
export function providerName(provider: string): string {
  return Object.hasOwn(NAMES, provider) ? (NAMES[provider] ?? provider) : provider
}

/** Servers on this machine whose models are found and not listed. */
export function isLocalProvider(provider: string): boolean {
  return LOCAL.has(provider)
}

/** Whether a request leaves this machine. What asks for a key counts as away: it may only be passed on. */
export function locationOf({
  keyVariable,
  baseUrl,
  passedOn,
}: Pick<CatalogueModel, 'keyVariable' | 'baseUrl' | 'passedOn'>): 'local' | 'cloud' {
  const isHere = keyVariable === '' && !passedOn && LOOPBACK.test(new URL(baseUrl).hostname)
  return isHere ? 'local' : 'cloud'
}
