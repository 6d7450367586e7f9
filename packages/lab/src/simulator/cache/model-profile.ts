import type { DEFAULT_PROFILES } from '@varve/engine'
import type { WireProtocol } from '@varve/providers'

export type ProfileId = keyof typeof DEFAULT_PROFILES

/** Models of servers that run on the user's own machine. */
const LOCAL = /^(llama|qwen|gemma|mistral|phi|granite|deepseek|gpt-oss|smollm|local|sim-)/

/** Hosted models behind OpenAI's Chat protocol that are not OpenAI's; most match by prefix. */
const HOSTED = /^(mistral-(large|medium|small)|magistral|codestral|grok|command|kimi|glm|minimax)/

/** The cache rules for a model, by its name; undefined where the provider has no such model. */
export function modelProfile(protocol: WireProtocol, model: string): ProfileId | undefined {
  switch (protocol) {
    case 'anthropic':
      return /^(claude-|sim-)/.test(model) ? 'anthropic' : undefined
    case 'gemini':
      return /^(gemini|gemma|sim)-/.test(model) ? 'gemini' : undefined
    case 'ollama':
      return LOCAL.test(model) ? 'ollama' : undefined
    case 'openai-responses':
      return openaiProfile(model)
    case 'openai-chat':
      return chatProfile(model)
    default:
      return protocol satisfies never
  }
}

/** A router names the vendor before the model: `openai/gpt-5.6`. */
function chatProfile(name: string): ProfileId | undefined {
  const model = name.slice(name.lastIndexOf('/') + 1)
  if (/^deepseek-(chat|reasoner|v\d)/.test(model)) return 'deepseek'
  const own = model.startsWith('gpt-oss') ? undefined : openaiProfile(model)
  if (own !== undefined) return own
  if (HOSTED.test(model)) return 'openai'
  if (LOCAL.test(model)) return 'ollama'
  return name.includes('/') ? 'openai' : undefined
}

function openaiProfile(model: string): ProfileId | undefined {
  const version = /^gpt-(\d+)(?:\.(\d+))?/.exec(model)
  if (version) return Number(version[1]) * 100 + Number(version[2] ?? 0) >= 506 ? 'openai-5.6' : 'openai'
  return /^(o\d|chatgpt-|sim-)/.test(model) ? 'openai' : undefined
}
