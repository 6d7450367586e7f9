import type { EditRequest, SendRequest } from '@varve/server/types'

/** What the guard asks, and what goes with it, by the names under which the page knows them. */
export type {
  AreaListView as AreaChoices,
  AreaView as Area,
  AuditEntryView as AuditEntry,
  DecisionRequest as GuardDecision,
  GuardFindingView as GuardFinding,
  GuardMarkView as Mark,
  GuardPartView as GuardPart,
  GuardPolicyView as GuardPolicy,
  GuardQuestionView as GuardQuestion,
  GuardReadingView as GuardReading,
  GuardReplacedView as GuardReplaced,
  GuardSummaryView as GuardSummary,
  GuardView as GuardRules,
  SettingsRequest as ChatSettingsChange,
  ToolCallRecord as ToolCall,
  ToolRule,
  ToolRulesView as ToolRules,
  ToolStepRecord as ToolStep,
} from '@varve/server/types'

/** What a request says about the guard and about areas. */
export type Guarded = Pick<SendRequest, 'decision' | 'areas' | 'jurisdictions'>
export type GuardedSend = SendRequest
export type GuardedEdit = EditRequest
