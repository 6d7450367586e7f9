/** What the app shows of itself. JSON only: no class, no Date. The server passes it on as it is. */

import type { AnswerErrorCode } from './answer-error-code.ts'
import type { CacheChoiceView, ChatSettingsView, ModelSettingsView } from './model-views.ts'

import type { ToolStepRecord } from './runner/tool-step.ts'

export type { AnswerErrorCode } from './answer-error-code.ts'
export type * from './runner/tool-step.ts'
export type * from './model-views.ts'
export type * from './statistics/statistics-views.ts'
export type * from './workspace-views.ts'
export type * from './chat-exchange/exchange-views.ts'
export type * from './chat-search/chat-search-views.ts'

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

/** How long a key that is entered is kept: sealed on disk, or until this run ends. */
export type KeyKeeping = 'sealed' | 'memory'

export interface ProviderView {
  readonly id: string
  readonly name: string
  readonly location: 'local' | 'cloud'
  /** The environment variable in which a key is looked for; empty where none is needed. */
  readonly keyVariable: string
  /** Where the key in use comes from. The key itself is never shown. */
  readonly key: 'environment' | 'memory' | 'sealed' | 'none' | 'not-needed'
  /** Why a key that is kept sealed cannot be used. */
  readonly keyProblem?: string
  readonly modelCount: number
}

export interface ChatSummaryView {
  readonly id: string
  readonly title: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly updatedAt: string
  readonly answering: boolean
  readonly pinned?: boolean
  readonly archived?: boolean
  /** When it was moved to the trash. */
  readonly trashedAt?: string
  readonly tags?: readonly string[]
}

export interface AttachmentView {
  readonly key: string
  readonly title: string
  readonly kind: string
  readonly tokens: number
  /** What this turn did with it: whole, a reference to an earlier copy, or an update `+a −b`. */
  readonly form: 'full' | 'reference' | 'update' | 'compacted' | 'omitted'
  readonly added?: number
  readonly removed?: number
}

export interface SourceView {
  readonly number: number
  readonly path: string
  readonly lines: readonly [number, number]
}

/** A text as the model was given it in one turn: what a citation of that turn opens. */
export interface SourceTextView {
  readonly path: string
  readonly title: string
  /** Of the text given, not of the file now. */
  readonly contentHash: string
  readonly content: string
  /** The file now, against this text. */
  readonly changed: 'no' | 'changed' | 'missing'
}

export type AnswerStatus = 'streaming' | 'complete' | 'stopped' | 'interrupted' | 'failed'

export interface UsageView {
  readonly input: number
  readonly cached: number
  /** Tokens stored for the next request. */
  readonly written?: number
  /** Tokens that were neither read from the cache nor written to it. */
  readonly uncached?: number
  readonly output: number
  readonly costUSD: number
  /** Against the same prompt with nothing cached; negative where writing to the cache has not paid off yet. */
  readonly savedUSD?: number
  readonly milliseconds: number
  /** Until the message was on disk, and until the first word or thought came. */
  readonly commitMilliseconds?: number
  readonly firstByteMilliseconds?: number
  /** Counted by the provider; else this is our forecast. */
  readonly reported?: boolean
  /** In words: forecast and report are far apart, a local server cut the front, a base changed. */
  readonly warnings?: readonly string[]
}

export interface AnswerView {
  readonly id: string
  readonly modelId: string
  readonly modelName: string
  readonly status: AnswerStatus
  /** Markdown with citations as `[^n]`. */
  readonly text: string
  readonly sources: readonly SourceView[]
  /** What tools did on the way. */
  readonly steps?: readonly ToolStepRecord[]
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly usage?: UsageView
  /** What was sent along with the prompt; absent where that was nothing. */
  readonly settings?: ChatSettingsView
  readonly error?: string
  /** Absent where it did not fail, or failed before there were codes. */
  readonly errorCode?: AnswerErrorCode
  /** Set where a new epoch began with this call. */
  readonly epochNote?: string
}

export interface TurnView {
  readonly id: string
  /** Counted from 1. */
  readonly number: number
  readonly at: string
  readonly text: string
  readonly attachments: readonly AttachmentView[]
  /** The answer that the thread goes on with. */
  readonly answer: AnswerView
  /** Every answer, in the order of the models that were asked; at least one. */
  readonly answers: readonly AnswerView[]
  /** Ids of the turns that stand in this place in other branches, this one among them, oldest first. */
  readonly siblings: readonly string[]
  /** The answer that was cut off and that this turn goes on with. */
  readonly continues?: string
  /** What the message was about, with the guidance that it brought. */
  readonly areas?: readonly AreaView[]
  readonly jurisdictions?: readonly string[]
  /** What the guard did with it; absent where there was nothing to do. */
  readonly guard?: GuardSummaryView
  /** Tokens by layer, for the strip in the usage line. */
  readonly layerTokens: Readonly<Record<LayerId, number>>
  /** Set where a new epoch began with this turn. */
  readonly epochNote?: string
  /** In words: kept files that had changed on disk or were gone when this turn was sent. */
  readonly notices?: readonly string[]
}

/** An area of guidance. */
export interface AreaView {
  readonly pack: string
  readonly id: string
  readonly name: string
  /** From 0 to 1; 1 where the user set it. */
  readonly confidence: number
  /** The words that decided. */
  readonly words?: readonly string[]
}

/** What a chat can be pinned to. */
export interface AreaListView {
  readonly areas: readonly Pick<AreaView, 'pack' | 'id' | 'name'>[]
  readonly jurisdictions: readonly { readonly id: string; readonly name: string }[]
  /** Area files of the workspace that could not be used. */
  readonly problems: readonly { readonly path: string; readonly line?: number; readonly message: string }[]
}

/** What the assistant remembers of the user. */
export interface MemoryView {
  readonly path: string
  readonly content: string
  /** Absent where there is no memory yet. */
  readonly hash?: string
}

export interface KeptView {
  readonly key: string
  readonly title: string
  readonly tokens: number
  readonly sinceTurn: number
  /** The file now, against the text that the chat holds. */
  readonly status: 'current' | 'changed' | 'missing'
}

export interface ChatView extends ChatSummaryView {
  /** The latest turns of the branch on show. */
  readonly turns: readonly TurnView[]
  /** How many turns come before those. */
  readonly earlier: number
  readonly kept: readonly KeptView[]
  /** Keys that the next turn will forget; until it is sent this can be undone. */
  readonly forgotten?: readonly KeptView[]
  readonly settings: ChatSettingsView
  /** The note that holds this chat; absent before it is first written. */
  readonly file?: string
  /** In words: its file was changed by somebody else, or could not be written yet. */
  readonly notices?: readonly string[]
}

/** What the guard found in a message and what came with it, without the values. */
export interface GuardSummaryView {
  /** How many of each type were replaced by placeholders. */
  readonly redacted?: Readonly<Record<string, number>>
  /** How many of each type were sent as they are, because the user said so. */
  readonly sent?: Readonly<Record<string, number>>
  /** Found, and too light to ask for. */
  readonly noted?: Readonly<Record<string, number>>
}

/** The rules of a workspace's guard. */
export interface GuardView {
  readonly policy: GuardPolicyView
  /** The version of the rules that find things. */
  readonly rules: string
}

export interface GuardPolicyView {
  readonly sensitivity: 'strict' | 'normal' | 'relaxed'
  /** Whose kinds of numbers count for more; all count where it is empty. */
  readonly jurisdictions: readonly string[]
  /** By type: what is done without asking. */
  readonly decisions: { readonly [type: string]: 'redact' | 'send' }
  /** Values, domains and types that are never findings. */
  readonly allow: {
    readonly literals: readonly string[]
    readonly domains: readonly string[]
    readonly types: readonly string[]
  }
  readonly custom: readonly { readonly name: string; readonly pattern: string }[]
  /** Models on this machine are not guarded against, unless this is set. */
  readonly guardLocal: boolean
}

/** Something that was done, without the values that it was about. */
export interface AuditEntryView {
  readonly sequence: number
  readonly at: string
  readonly actor?: string
  readonly action: string
  readonly detail: unknown
}

/** One kind of private data in one place of what would be sent. */
export interface GuardFindingView {
  readonly type: string
  readonly severity: 'critical' | 'high' | 'moderate' | 'low'
  /** The values, each masked. */
  readonly masked: readonly string[]
  readonly count: number
  /** `message`, `memory`, `instructions`, `history`, or the path of a note. */
  readonly place: string
  readonly advice: string
}

/** Why a message was not sent: the user decides. */
export interface GuardQuestionView {
  readonly findings: readonly GuardFindingView[]
  /** What would be sent and is not scanned, in words. */
  readonly unscanned: readonly string[]
}

export type LayerId = 'L1' | 'L2' | 'L3' | 'L4' | 'L5'

export interface SegmentView {
  /** The key of an artifact, the id of a section, or a name such as `turn 3`. */
  readonly name: string
  readonly form: 'full' | 'reference' | 'update' | 'compacted' | 'verbatim' | 'text'
  /** Shown in the tag, e.g. "Full, turn 1" or "Reference, in L2". */
  readonly label: string
  readonly why: string
  readonly tokens: number
  readonly hash: string
  /** The exact text as it stands in the request. */
  readonly text: string
}

export interface LayerView {
  readonly id: LayerId
  readonly title: string
  /** One short line, e.g. "same since turn 1" or "5 kept". */
  readonly summary: string
  readonly tokens: number
  readonly hash: string
  readonly segments: readonly SegmentView[]
}

export interface OmissionView {
  readonly key: string
  readonly reason: string
  readonly tokens: number
}

/** What the model was given for one turn. */
export interface InspectionView {
  readonly turnNumber: number
  readonly at: string
  readonly contentHash: string
  readonly totalTokens: number
  readonly budgetTokens: number
  readonly layers: readonly LayerView[]
  readonly omissions: readonly OmissionView[]
  /** The messages exactly as they were sent. */
  readonly request: readonly { readonly role: string; readonly parts: readonly string[] }[]
  readonly epoch: { readonly id: number; readonly reason: string }
  readonly predicted: {
    readonly input: number
    readonly cached: number
    readonly written: number
    readonly uncached: number
    readonly costUSD: number
  }
  /** What was sent along with the prompt; absent where that was nothing. */
  readonly settings?: ChatSettingsView
  readonly cache?: CacheChoiceView
  /** In words: where the first byte differs from the call before, and why. */
  readonly divergence: string
  /** The body that went over the wire, byte for byte; absent for the offline model, which has none. */
  readonly wire?: {
    readonly protocol: string
    /** Below the address of the provider. */
    readonly path: string
    readonly bodyText: string
    /** What this protocol could not express. */
    readonly losses: readonly { readonly what: string; readonly why: string }[]
  }
}

/** Why a message does not fit its model, in numbers, and what can be done about it. */
export interface OverBudgetView {
  readonly needed: number
  readonly budget: number
  /** Largest first. */
  readonly largest: readonly { readonly key: string; readonly tokens: number }[]
  /** Any of `forget`, `larger-window`, `new-chat-with-summary`, `allow-extracts`. */
  readonly actions: readonly string[]
}

/** What the next send would cost, for the gauge. */
export interface ForecastView {
  readonly usedTokens: number
  readonly budgetTokens: number
  readonly cachedTokens: number
  readonly newTokens: number
  readonly costUSD: number
  /** Kept free for the answer, and what so long an answer would cost; absent when it does not fit. */
  readonly reservedTokens?: number
  readonly reservedUSD?: number
  /** Epoch milliseconds until which the provider's cache is expected to stay warm; absent when cold or free. */
  readonly warmUntil?: number
  /** What the draft's attachments would become, as the sent turn will show them; absent when it does not fit. */
  readonly attachments?: readonly AttachmentView[]
  /** In words: what was named and would be left out, and kept files that are no longer what the chat holds. */
  readonly notices?: readonly string[]
  /** Pictures of the open note that lie on the web: they are fetched where the user agrees, with `remoteImages`. */
  readonly remoteImages?: readonly string[]
  /** Tokens above the budget: sending would be refused. Absent when it fits, as is `largest`. */
  readonly overBy?: number
  /** Largest first. */
  readonly largest?: OverBudgetView['largest']
  /** What the message seems to be about: the chips that can be changed or pinned. */
  readonly areas?: readonly AreaView[]
  readonly jurisdictions?: readonly string[]
  /** What the guard would ask about, were it sent now. */
  readonly guard?: GuardQuestionView
  /** Places in the message itself that it would point at, in UTF-16 code units. */
  readonly marks?: readonly { readonly type: string; readonly start: number; readonly end: number }[]
  /** Where several models would answer: each of them; the cost above is that of all. */
  readonly models?: readonly ModelForecastView[]
}

/** What one of several models would use and cost. */
export interface ModelForecastView {
  readonly modelId: string
  readonly costUSD: number
  readonly cachedTokens: number
  readonly newTokens: number
  readonly overBy?: number
}

/** What happens to one answer, in order. */
export type AnswerEvent =
  | { readonly kind: 'text'; readonly delta: string }
  /** What the model thinks before it answers; shown while it comes and not kept. */
  | { readonly kind: 'reasoning'; readonly delta: string }
  /** What tools have done so far, all of it: a later event takes the place of an earlier one. */
  | { readonly kind: 'steps'; readonly steps: readonly ToolStepRecord[] }
  | { readonly kind: 'done'; readonly turn: TurnView }
  | { readonly kind: 'failed'; readonly message: string; readonly turn: TurnView }
