import type { Attachable, ChatSettingsView, GuardQuestionView, OverBudgetView, TurnView } from '@varve/app'

/**
 * The shapes that cross between server and page. JSON only: no class, no Date. Server-sent events carry
 * one `AnswerEvent` each; their `id:` says how far the watcher is, so that a reconnect resumes.
 */
export type {
  AnswerErrorCode,
  AnswerEvent,
  AnswerStatus,
  AnswerTraceView,
  AnswerView,
  AreaListView,
  AreaView,
  AsideTextView,
  AsideView,
  Attachable,
  AuditEntryView,
  AttachmentView,
  CacheChoiceView,
  ChatHitView,
  ExportForm,
  ImportedChatView,
  ImportOutcome,
  ImportReportView,
  SuggestedTitleView,
  ChatPassageView,
  ChatSearchView,
  ChatSettingsView,
  ChatSummaryView,
  ChatView,
  ComparisonForecastView,
  CompactionView,
  ComparisonView,
  ComposerView,
  ContinuedChatView,
  DefinitionCheckView,
  DefinitionKind,
  DefinitionProblem,
  DefinitionTextView,
  DefinitionView,
  DeletedTraceView,
  FilledTemplateView,
  FileContentView,
  FileDiffView,
  FileVersionView,
  FileView,
  ForecastChoiceView,
  ForecastView,
  FreshView,
  CustomRuleView,
  GuardFindingView,
  GuardMarkView,
  GuardPartView,
  GuardPolicyView,
  GuardQuestionView,
  GuardReadingView,
  GuardReplacedView,
  GuardSummaryView,
  GuardView,
  RuleTrialView,
  InspectionView,
  InstructionView,
  KeptView,
  KeyCheckView,
  KeyKeeping,
  LayerId,
  LayerView,
  McpListView,
  McpServerView,
  McpToolView,
  MemoryView,
  ModelForecastView,
  ModelSettingsView,
  ModelView,
  OmissionView,
  OverBudgetView,
  PrefixView,
  ReindexReport,
  UnlistedChatsView,
  ProviderView,
  ReceivedView,
  SegmentView,
  SourceTextView,
  SourceView,
  ToolCallRecord,
  ToolRule,
  ToolRulesView,
  ToolStepRecord,
  TracedCallView,
  TurnView,
  UsageView,
  FolderChoiceView,
  FolderEntryView,
  IndexView,
  ResolvedLinkView,
  SearchHitView,
  SearchView,
  StatisticsView,
  TurnStatisticsView,
  TagView,
  TrashedFileView,
  UploadView,
  WorkspaceListView,
  WorkspaceSettingsView,
  WorkspaceSummaryView,
  WorkspaceView,
  WrittenFileView,
} from '@varve/app'

export interface SendRequest {
  readonly text: string
  readonly attach: readonly Attachable[]
  /** The note that is open beside the chat. */
  readonly active?: string
  /** The user agrees to fetch the open note's pictures from the web. */
  readonly remoteImages?: boolean
  readonly modelId?: string
  /** Several models answer side by side, each by itself. */
  readonly modelIds?: readonly string[]
  /** What the user said to what the guard found. */
  readonly decision?: DecisionRequest
  /** Instead of the areas that the words seem to be about, as `pack/id`. */
  readonly areas?: readonly string[]
  /** Instead of the places that the words name, as `US-CA`. */
  readonly jurisdictions?: readonly string[]
  /** The user agrees to extracts of kept texts that nobody can give again, should it not fit otherwise. */
  readonly allowExtracts?: boolean
  /** The user agrees to leave optional attachments out, should it not fit otherwise. */
  readonly dropOptional?: boolean
  /** Notes of an imported chat that do not come along with the first message after it. */
  readonly leaveOut?: readonly string[]
  /** What to do about sources that are no longer recorded. */
  readonly unrecorded?: 'allow' | 'forget'
}

export interface DecisionRequest {
  readonly action: 'redact' | 'send'
  /** Types for which this is done from now on without asking, in this workspace. */
  readonly always?: readonly string[]
}

/** A question asked again, in other words or of others; what is left out stays as it was asked. */
export type EditRequest = Partial<SendRequest>

/** The turns before those of a chat that are on show. */
export interface TurnPage {
  readonly turns: readonly TurnView[]
  readonly earlier: number
}

export interface SendResponse {
  readonly turnId: string
  /** Of the first model. */
  readonly answerId: string
  /** One for each model, in their order. */
  readonly answerIds: readonly string[]
}

/** What a chat asks of its models from now on; `null` gives a setting back to the model. */
export type SettingsRequest = {
  readonly [Name in keyof ChatSettingsView]?: ChatSettingsView[Name] | null
}

/** Every error body. */
export interface ErrorView {
  readonly error: {
    readonly code: string
    readonly message: string
    /** With the code `does-not-fit`. */
    readonly details?: OverBudgetView
    /** With the code `guard-findings`. */
    readonly guard?: GuardQuestionView
  }
}

/** A link that signs one browser in, once. */
export interface SignInLinkView {
  readonly url: string
  /** How long it may stay unused. */
  readonly minutes: number
}
