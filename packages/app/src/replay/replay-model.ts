import { DEFAULT_PROFILES, estimateTokenizer, type Layout, type ModelSpec } from '@varve/engine'
import { o200kTokenizer } from '@varve/engine/tokenizer-o200k'

/** The providers that a trace can be replayed for. `openai` is the earlier prefix profile. */
export const REPLAY_PROVIDERS = ['openai', 'openai-5.6', 'anthropic', 'gemini', 'deepseek', 'ollama'] as const

export type ReplayProvider = (typeof REPLAY_PROVIDERS)[number]

export const REPLAY_LAYOUTS = ['auto', 'ledger', 'library'] as const satisfies readonly Layout[]

type Defaults = Pick<ModelSpec, 'window' | 'reservedOutput' | 'vision' | 'tokenizer'> & {
  readonly model: string
}

const estimate = estimateTokenizer()

const DEFAULTS: Readonly<Record<ReplayProvider, Defaults>> = {
  openai: {
    model: 'gpt-5.1',
    window: 400_000,
    reservedOutput: 16_384,
    vision: true,
    tokenizer: o200kTokenizer,
  },
  'openai-5.6': {
    model: 'gpt-5.6',
    window: 400_000,
    reservedOutput: 16_384,
    vision: true,
    tokenizer: o200kTokenizer,
  },
  anthropic: {
    model: 'claude-sonnet-4-5',
    window: 200_000,
    reservedOutput: 16_384,
    vision: true,
    tokenizer: estimate,
  },
  gemini: {
    model: 'gemini-3-pro',
    window: 1_048_576,
    reservedOutput: 16_384,
    vision: true,
    tokenizer: estimate,
  },
  deepseek: {
    model: 'deepseek-chat',
    window: 131_072,
    reservedOutput: 8192,
    vision: false,
    tokenizer: estimate,
  },
  ollama: { model: 'llama3.1', window: 131_072, reservedOutput: 4096, vision: false, tokenizer: estimate },
}

export function defaultModel(provider: ReplayProvider): string {
  return DEFAULTS[provider].model
}

/** A model as the planner sees it. */
export function replayModel(options: {
  readonly provider: ReplayProvider
  readonly model: string
  readonly layout: Layout
  readonly window?: number
}): ModelSpec {
  const { window, reservedOutput, vision, tokenizer } = DEFAULTS[options.provider]
  const room = options.window ?? window
  return {
    id: options.model,
    window: room,
    reservedOutput: Math.min(reservedOutput, Math.floor(room / 4)),
    vision,
    tokenizer,
    profile: DEFAULT_PROFILES[options.provider],
    layout: options.layout,
  }
}
