/** What a user asks of the models of a chat; what is left out is the model's own. */
export interface ChatSettingsView {
  readonly temperature?: number
  /** Tokens, reasoning included. */
  readonly maxOutputTokens?: number
  /** `none`, `minimal`, `low`, `medium`, `high`, `xhigh` or `max`. */
  readonly reasoningEffort?: string
  /** How messages are answered: `chat`, `plus`, `agent` or `vault-qa`; absent for `chat`. */
  readonly runner?: RunnerName
  /** What tools may do: `ask` reads only, `plan` writes a plan, `act` writes; absent for `ask`. */
  readonly mode?: ToolMode
  /**
   * What becomes of old turns when history must shrink: `strip` leaves a summary and the last two, `recall` also
   * brings back those that a message is about, `dump` keeps all tool traffic; absent for `strip`.
   */
  readonly history?: HistoryName
  /** The name of an agent file; absent for the default one. */
  readonly agent?: string
  /** The name of a project file. */
  readonly project?: string
  /** Areas of guidance that are pinned to the conversation, as `pack/id`. */
  readonly areas?: readonly string[]
  /** Ids such as `US-CA` whose law counts. */
  readonly jurisdictions?: readonly string[]
  /** Guidance of areas that a message seems to be about: absent for `on`. */
  readonly guidance?: 'off'
  /** Who sums up what no longer fits: `extract` for nobody, in exact lines; absent for the chat's model. */
  readonly summaries?: SummariesName
}

export type RunnerName = 'chat' | 'plus' | 'agent' | 'vault-qa'
export type ToolMode = 'ask' | 'plan' | 'act'
export type SummariesName = 'model' | 'extract'
export type HistoryName = 'strip' | 'recall' | 'dump'

/** Which settings a model takes; what is absent is not offered for it. */
export interface ModelSettingsView {
  readonly temperature?: {
    readonly maximum: number
    /** The provider refuses one beside thinking: with a reasoning effort it is left out. */
    readonly notWhileThinking?: true
  }
  readonly maxOutputTokens?: {
    readonly maximum: number
    /** Kept free for an answer where the chat sets nothing. */
    readonly reserved: number
  }
  readonly reasoningEfforts?: readonly string[]
}

/** How the provider's cache was used on purpose: beside the rules that always hold. */
export interface CacheChoiceView {
  /** How long marks ask to be remembered; absent where a model has no choice. */
  readonly lifetime?: '5m' | '1h'
  /** The explicit cache object that stood for the beginning of the request. */
  readonly object?: string
}

export interface ModelView {
  readonly id: string
  readonly name: string
  /** Said beside the name, e.g. "offline: extracts, no language model". */
  readonly label: string
  readonly window: number
  readonly provider: string
  /** The provider as people call it, e.g. "Anthropic" or "Ollama". */
  readonly providerName: string
  /** `local` answers on this machine; `cloud` sends the request away. */
  readonly location: 'offline' | 'local' | 'cloud'
  /** It can be asked now. */
  readonly ready: boolean
  /** Why not, in words. */
  readonly unavailable?: string
  readonly settings: ModelSettingsView
  /** US dollars for a million tokens; absent where it costs nothing. */
  readonly price?: { readonly input: number; readonly output: number }
}
