import type { REPLAY_LAYOUTS, REPLAY_PROVIDERS, SESSION_KINDS } from '@varve/app'

/**
 * What an option may be, spelled out here so that `--help` does not load the whole app for three lists of
 * names. The types say that they are the app's own, whole and in order.
 */
export const PROVIDER_CHOICES = [
  'openai',
  'openai-5.6',
  'anthropic',
  'gemini',
  'deepseek',
  'ollama',
] as const satisfies typeof REPLAY_PROVIDERS

export const LAYOUT_CHOICES = ['auto', 'ledger', 'library'] as const satisfies typeof REPLAY_LAYOUTS

export const SESSION_CHOICES = ['pi', 'tau', 'sweagent'] as const satisfies typeof SESSION_KINDS
