import type { AnswerUsage } from '@varve/store'
import type { AnswerErrorCode } from '@varve/contract'
import type { TurnStatistics } from './turn-statistics.ts'

/** One call of a model: which answer it writes, and to which turn of which chat. */
export interface CallPlace {
  readonly workspaceId: string
  readonly chatId: string
  readonly turnId: string
  readonly answerId: string
  readonly modelId: string
  /** As the catalogue names it; `varve` for the model inside this program. */
  readonly provider: string
}

/** What an answer used, without the words about it. */
export type CallUsage = Omit<AnswerUsage, 'warnings'>

/**
 * Something that happened, for anyone who watches over the program. By contract no event holds a key, a word of a
 * message or of an answer, the name or the content of a file: names are ids, and what could be text is a hash.
 */
export type AppEvent =
  /** A request is ready and about to be stored; one for each model. */
  | ({ readonly kind: 'turn-prepared'; readonly at: number; readonly statistics: TurnStatistics } & CallPlace)
  | ({ readonly kind: 'call-started' } & CallStarted & CallPlace)
  /** The first word or thought has come, so many milliseconds after the call began. */
  | ({ readonly kind: 'call-first-byte'; readonly milliseconds: number } & CallPlace)
  | ({ readonly kind: 'call-ended' } & CallEnded & CallPlace)
  | ({ readonly kind: 'tool-ran' } & ToolRan & CallPlace)
  | ({ readonly kind: 'index-changed' } & IndexChanged)
  /** A commit took longer than a person should wait. */
  | { readonly kind: 'commit-slow'; readonly milliseconds: number; readonly statements: number }

export interface CallStarted {
  readonly at: number
  readonly predicted: { readonly input: number; readonly cached: number; readonly costUSD: number }
  readonly commitMilliseconds: number
  readonly temperature?: number
  readonly maxOutputTokens?: number
}

export interface CallEnded {
  readonly at: number
  readonly status: 'complete' | 'stopped' | 'interrupted' | 'failed'
  readonly milliseconds: number
  readonly errorCode?: AnswerErrorCode
  readonly usage?: CallUsage
}

export interface ToolRan {
  readonly tool: string
  readonly milliseconds: number
  readonly outcome: 'done' | 'failed' | 'refused'
}

export interface IndexChanged {
  readonly workspaceId: string
  readonly state: 'starting' | 'indexing' | 'paused' | 'ready' | 'failed'
  readonly files: number
  /** How many could not be read. */
  readonly problems: number
}

/** Receives events as they happen. It must return immediately; its errors are reported and change nothing. */
export type Observer = (event: AppEvent) => void
