import type { Artifact, ArtifactKey, BudgetError, Envelope, Need, Plan, State } from '@varve/engine'
import type { GatheredResult, ImageReference } from '@varve/engine/internal'
import type { AttachRequest, Extraction } from '@varve/workspace'
import type { ConversationRecord } from '@varve/store'
import type { TurnDirectives } from '../definitions/composer-reading.ts'
import type { ChatPlace } from '../chat/require-chat.ts'
import type { GuardDecision } from '../guard/guard-decision.ts'
import type { GuardedDraft } from '../guard/guard-draft.ts'
import type { InstructionFile } from '../guard/redaction.ts'
import type { TurnGuidance } from '../areas/guide-turn.ts'
import type {
  Attachable,
  ChatSettingsView,
  ForecastView,
  Notice,
  PassagesRequest,
  PassageView,
  SourceView,
} from '@varve/contract'
import type { Measured } from '../telemetry/turn-statistics.ts'
import type { AgentSetup, ClientTalk } from '../agent/agent-setup.ts'
import type { UnrecordedChoice } from '../chat/clear-lost.ts'
import type { LostSource } from '../files/lost-source.ts'
import type { PendingTurnOptions } from '../chat/pending-options.ts'
import type { TunedModel } from './tune-model.ts'
import type { TurnBase } from '../chat/branch-position.ts'
import type { IdempotentRequest } from '../chat/recall-request.ts'
import type { TurnOptions } from '../chat/turn-options.ts'
import type { StoredPolicy } from '../guard/stored-policy.ts'

/** A message as it is written, sent or not. */
export interface MessageDraft extends ChatPlace {
  readonly text: string
  readonly attach: readonly Attachable[]
  /** The note open beside the chat. */
  readonly active?: string | undefined
  /** The user agrees to fetch the open note's pictures from the web. */
  readonly remoteImages?: boolean | undefined
  /** The user agrees to bounded extracts of kept non-recoverable texts if it doesn't fit otherwise. */
  readonly allowExtracts?: boolean | undefined
  /** The user agrees to leave optional attachments out, should it not fit otherwise. */
  readonly dropOptional?: boolean | undefined
  /** In place of the areas that were detected, as `pack/id`. */
  readonly areas?: readonly string[] | undefined
  /** In place of the places that the message names, as `US-CA`. */
  readonly jurisdictions?: readonly string[] | undefined
  /** Notes of an imported chat to leave out of its next message. */
  readonly leaveOut?: readonly string[] | undefined
  /** What is said about passages that Varve finds by itself. */
  readonly passages?: PassagesRequest | undefined
  /** What to do about sources that are no longer recorded, where a cloud model is asked. */
  readonly unrecorded?: UnrecordedChoice | undefined
  readonly modelId?: string | undefined
  readonly client?: ClientTalk | undefined
  /** Several models answer side by side; the first completed in this order continues the thread. */
  readonly modelIds?: readonly string[] | undefined
}

/** A message as it resolves: what its words, its chat and its workspace say, each read once. */
export interface TurnDraft extends ChatPlace, Pick<TurnBase, 'after' | 'latest'> {
  readonly turnId: string
  readonly at: number
  readonly text: string
  readonly attach: readonly AttachRequest[]
  /** The note open beside the chat. */
  readonly active?: string | undefined
  readonly remoteImages?: boolean | undefined
  readonly settings: ChatSettingsView
  /** The user agrees to bounded extracts of kept non-recoverable texts if it doesn't fit. [B-2] */
  readonly allowExtracts?: boolean | undefined
  /** Whether it starts from a summarized base; the chat's setting if absent. [B-6] */
  readonly compact?: boolean | undefined
  /** What the user set in place of the areas that were detected, as `pack/id`. */
  readonly areas?: readonly string[] | undefined
  /** What the user set in place of the places that the message names, as `US-CA`. */
  readonly jurisdictions?: readonly string[] | undefined
  readonly directives?: TurnDirectives | undefined
  readonly client?: ClientTalk | undefined
  /** Instructions of skills that the message calls, for this turn. */
  readonly guidance?: string | undefined
  /** The files of those, and of templates. */
  readonly instructions?: readonly InstructionFile[] | undefined
  /** In words: what its words name and could not be had. */
  readonly notices?: readonly Notice[] | undefined
  /** Notices that stay true: shown once per branch. */
  readonly lasting?: readonly Notice[] | undefined
  readonly passages?: PassagesRequest | undefined
  /** What the user says about sources that are no longer recorded. */
  readonly unrecorded?: UnrecordedChoice | undefined
  /** What the user says to what the guard finds. */
  readonly decision?: GuardDecision | undefined
  /** A draft is never refused by the guard. */
  readonly isDraft?: boolean | undefined
  /** The guard's rules, as they are stored. */
  readonly policy: StoredPolicy
}

/** A model with its plan, or why there is none. */
export type PlannedModel = TunedModel & (Fitting | NotFitting)

interface Fitting {
  readonly kind: 'planned'
  readonly plan: Plan
}

interface NotFitting {
  readonly kind: 'over-budget'
  readonly error: BudgetError
}

/** Passages found automatically. */
export interface FoundByItself {
  readonly found: readonly PassageView[]
  /** The user has to say whether they go to a cloud model. */
  readonly isAsked: boolean
  /** Keys of what earlier turns found for a model on this machine, and what is not to go to the cloud. */
  readonly forget: readonly ArtifactKey[]
}

/** A turn with its plans: the same envelope for every model, a plan for each. */
export interface PreparedTurn {
  /** What its turn will be counted as, unless another one comes first. */
  readonly sequence: number
  readonly number: number
  readonly after: TurnBase['after']
  /** Before this turn, and with it open. */
  readonly before: State
  readonly state: State
  readonly envelope: Envelope
  readonly attached: readonly Artifact[]
  /** Pictures of the message itself. */
  readonly images: readonly ImageReference[]
  /** The bytes of the pictures that came with the turn. */
  readonly pictures: Extraction['pictures']
  /** What the chat was given before and its state no longer tells. */
  readonly lost: readonly LostSource[]
  readonly forgotten: readonly string[]
  /** What waited for this turn, and is done with it. */
  readonly pendingOptions: PendingTurnOptions
  readonly guided: TurnGuidance
  /** Set where it is answered with tools. */
  readonly agent: AgentSetup | undefined
  /** With what things are looked up before it is answered. */
  readonly lookup: AgentSetup | undefined
  /** What the model may cite, by number. */
  readonly sources: readonly SourceView[] | undefined
  /** What Varve found in the notes by itself. */
  readonly passages?: FoundByItself | undefined
  readonly guarded: Pick<
    GuardedDraft,
    'redaction' | 'isGuarded' | 'policy' | 'summary' | 'question' | 'found'
  >
  /** In words: what was named and could not be had, and kept files that are no longer what the model was given. */
  readonly notices: readonly Notice[]
  /** What some of the notices are about, for a forecast. */
  readonly about?: Partial<Pick<ForecastView, 'changed' | 'replaced'>>
  /** One for each model, in their order. */
  readonly planned: readonly PlannedModel[]
  /** How long it took until here, and what could not be parsed on the way. */
  readonly measured: Measured
  /** What a model could sum up better than we do. */
  readonly needs: readonly Need[]
  /** Who summarizes what doesn't fit: the user's model, or an extract. */
  readonly summaries: 'model' | 'extract'
  /** What was found since it was committed, as far as this plan holds it. */
  readonly found?: FoundSince | undefined
  /** Plans this turn once more with what was found after it was committed; absent where nothing is to be found. */
  readonly again?: ((more: FoundSince) => PlannedAgain) | undefined
  /** What of the message is meant for the program. */
  readonly directives: TurnDirectives
}

/** What a turn gets between being committed and being answered. */
export interface FoundSince {
  readonly gathered?: readonly GatheredResult[]
  readonly guidance?: string
  /** Texts that answer needs, by their id. */
  readonly provided?: { readonly [need: string]: string }
}

export type PlannedAgain = Pick<PreparedTurn, 'state' | 'envelope' | 'planned' | 'needs'>

/** A planned turn on its way to storage and to its models. */
export interface TurnToCommit extends ChatPlace {
  readonly turnId: string
  readonly at: number
  readonly chat: ConversationRecord
  readonly prepared: PreparedTurn
  /** Absent if an existing turn is answered again. */
  readonly message?: {
    readonly text: string
    readonly attach: readonly Attachable[]
    readonly options: TurnOptions
  }
  /** Of the message: what a chat without a title is named by. */
  readonly words?: string
  /** Existing answers precede these. */
  readonly position?: number
  /** How many those were when this was planned. */
  readonly standing?: number
  readonly decision?: GuardDecision | undefined
  readonly request: IdempotentRequest | undefined
}
