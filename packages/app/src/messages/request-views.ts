import type { AreaView } from '../areas/area-views.ts'
import type { AsideView } from '../aside/aside-views.ts'
import type { GuardMarkView, GuardQuestionView, GuardSummaryView } from '../guard/guard-views.ts'
import type { AttachmentView } from './turn-views.ts'
import type { CacheChoiceView, ChatSettingsView } from '../models/model-views.ts'
import type { LayerId } from './layer-id.ts'

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

/** What the model was given in one call for a turn. */
export interface InspectionView extends CallView {
  /** Which of the calls that the answer took this is, counted from 1. */
  readonly call: number
  readonly calls: number
  /** The calls that were made beside the answers of this turn, oldest first. */
  readonly asides: readonly AsideView[]
}

/** One call as it was recorded. */
export interface CallView {
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
  /** What the model read for the first time; absent for what was sent before this was recorded. */
  readonly fresh?: FreshView
  /** The body that went over the wire, byte for byte; absent for the offline model, which has none. */
  readonly wire?: {
    readonly protocol: string
    /** Below the address of the provider. */
    readonly path: string
    readonly bodyText: string
    /** Set where the body was too long to be kept: then the text is empty. */
    readonly leftOut?: { readonly characters: number; readonly hash: string }
    /** What this protocol could not express. */
    readonly losses: readonly { readonly what: string; readonly why: string }[]
  }
}

/** What is new in a request, against the last call of its model in this branch: all that stands behind what was kept. */
export interface FreshView {
  /** Tokens in front that the call before had too. */
  readonly keptTokens: number
  readonly newTokens: number
  /** No call came before: there is nothing to differ from. */
  readonly isFirst: boolean
  /** The call before was so long ago that its provider is sure to have forgotten it. */
  readonly isCold: boolean
  /** In the order of the request: `count` segments of a layer, from the place `from` in it. */
  readonly runs: readonly { readonly layer: LayerId; readonly from: number; readonly count: number }[]
  /** What it costs more than if what was sent before still stood in front; 0 where it does. */
  readonly breakUSD: number
}

/** Why a message does not fit its model, in numbers, and what can be done about it. */
export interface OverBudgetView {
  readonly needed: number
  readonly budget: number
  /** Largest first. */
  readonly largest: readonly { readonly key: string; readonly tokens: number }[]
  /** Any of `forget`, `larger-window`, `new-chat-with-summary`, `allow-extracts`, `drop-optional`. */
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
  /** This provider reports no cache hits where its rules promise some: the price above is without any. */
  readonly reportsNoHits?: true
  /** What the draft's attachments would become, as the sent turn will show them; absent when it does not fit. */
  readonly attachments?: readonly AttachmentView[]
  /** What its words would attach, and what the project of the chat would, by the names that an attachment has. */
  readonly named?: readonly string[]
  readonly pinned?: readonly string[]
  /** Notes that the imported chat names, which come along as of today unless `leaveOut` names them. */
  readonly offered?: readonly string[]
  /** In words: what was named and would be left out, and kept files that are no longer what the chat holds. */
  readonly notices?: readonly string[]
  /** Pictures of the open note that lie on the web: they are fetched where the user agrees, with `remoteImages`. */
  readonly remoteImages?: readonly string[]
  /** Tokens above the budget: sending would be refused. Absent when it fits, as is `largest`. */
  readonly overBy?: number
  /** Largest first. */
  readonly largest?: OverBudgetView['largest']
  /** What can be done about it; absent when it fits. */
  readonly actions?: OverBudgetView['actions']
  /** What the message seems to be about: the chips that can be changed or pinned. */
  readonly areas?: readonly AreaView[]
  readonly jurisdictions?: readonly string[]
  /** What the guard would ask about, were it sent now. */
  readonly guard?: GuardQuestionView
  /** What would become of the rest that it found. */
  readonly guarded?: GuardSummaryView
  /** Places in the message itself that it would point at, in UTF-16 code units. */
  readonly marks?: readonly GuardMarkView[]
  /** Where several models would answer: each of them; the cost above is that of all. */
  readonly models?: readonly ModelForecastView[]
  /** The agent that the message calls brings its own model, which answers instead of the one that was chosen. */
  readonly agentModel?: { readonly agent: string; readonly modelId: string; readonly name: string }
}

/** What one of several models would use and cost. */
export interface ModelForecastView {
  readonly modelId: string
  readonly costUSD: number
  readonly cachedTokens: number
  readonly newTokens: number
  readonly overBy?: number
}

/** What the next message would use and cost with one model in one layout. */
export interface ForecastChoiceView {
  readonly modelId: string
  readonly modelName: string
  readonly layout: 'auto' | 'ledger' | 'library'
  readonly usedTokens: number
  readonly cachedTokens: number
  readonly newTokens: number
  /** Of the prompt. */
  readonly costUSD: number
  /** Of an answer of 1,000 tokens; absent where it does not fit. */
  readonly answerUSD?: number
  readonly overBy?: number
  /** Why it cannot be sent to this model. */
  readonly error?: string
}
