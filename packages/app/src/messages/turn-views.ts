import type { PlaceUnit } from '@varve/engine'
import type { AnswerUsage } from '@varve/store'
import type { AsideView } from '../aside/aside-views.ts'
import type { AreaView } from '../areas/area-views.ts'
import type { ComparisonView } from '../comparison/comparison-views.ts'
import type { GuardSummaryView } from '../guard/guard-views.ts'
import type { AnswerErrorCode } from './answer-error-code.ts'
import type { EarlyEnd } from './ends-early.ts'
import type { LayerId } from './layer-id.ts'
import type { ChatSettingsView } from '../models/model-views.ts'
import type { ToolStepRecord } from '../runner/tool-step.ts'

export interface AttachmentView {
  readonly key: string
  readonly title: string
  readonly kind: string
  readonly tokens: number
  /** What this turn did with it: whole, a reference to an earlier copy, or an update `+a −b`. */
  readonly form: 'full' | 'reference' | 'update' | 'compacted' | 'omitted'
  readonly added?: number
  readonly removed?: number
  /** A picture, and the model sees none: it is given its name alone. */
  readonly unseen?: true
}

export interface SourceView {
  readonly number: number
  readonly path: string
  /** First and last, in what `unit` says. */
  readonly lines: readonly [number, number]
  /** Lines where it is absent; a PDF has pages. */
  readonly unit?: PlaceUnit | undefined
  /** What it is called, where its path is a key and no file of its own, as that of an upload. */
  readonly title?: string | undefined
}

/** A text as the model was given it in one turn, or the file that it was given passages of: what a citation opens. */
export interface SourceTextView {
  readonly path: string
  readonly title: string
  /** Of the text given, not of the file now. */
  readonly contentHash: string
  readonly content: string
  /** It is a picture: as it was sent, or as it is now, as a `data:` address. */
  readonly picture?: string
  /** The file now, against this text. */
  readonly changed: 'no' | 'changed' | 'missing'
  /** Passages of it were found or read: this is the file as it is now, `changed` tells whether it was so then. */
  readonly isNow?: true
}

export type AnswerStatus = 'streaming' | 'complete' | 'stopped' | 'interrupted' | 'failed'

/** What an answer took: shown as it is stored. */
export type UsageView = AnswerUsage

/** How a request stands to the one before it, of the same branch and model. */
export interface PrefixView {
  /** Counted from 1, for each model. */
  readonly epoch: number
  /** It is the first of its epoch. */
  readonly began: boolean
  /** Where it did not only append; absent where it did. */
  readonly broke?: {
    /** `forgotten`, `settings`, `epoch-rent` …, and the same as a sentence. */
    readonly reason: string
    readonly words: string
    readonly layer: LayerId
    /** Tokens that no longer stood in front, and what reading them anew was expected to cost. */
    readonly tokens: number
    readonly costUSD: number
  }
}

export interface AnswerView {
  readonly id: string
  readonly modelId: string
  readonly modelName: string
  readonly status: AnswerStatus
  /** It is complete as far as the output limit of its model or its provider let it: it can be continued. */
  readonly endsEarly?: EarlyEnd
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
  /** Of its first call; absent for what was sent before it was kept. */
  readonly prefix?: PrefixView
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
  /** The agent that the message called by name. */
  readonly agent?: string
  /** What the message was about, with the guidance that it brought. */
  readonly areas?: readonly AreaView[]
  readonly jurisdictions?: readonly string[]
  /** What the guard did with it; absent where there was nothing to do. */
  readonly guard?: GuardSummaryView
  /** What a model made of the answers, where it was asked to compare them. */
  readonly comparison?: ComparisonView
  /** What was asked before it could be answered, and what that cost; comparisons stand above. Absent where nothing was. */
  readonly asides?: readonly AsideView[]
  /** Tokens by layer, for the strip in the usage line. */
  readonly layerTokens: Readonly<Record<LayerId, number>>
  /** Set where a new epoch began with this turn. */
  readonly epochNote?: string
  /** In words: kept files that had changed on disk or were gone when this turn was sent. */
  readonly notices?: readonly string[]
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
