import type { Phase } from './inspection.ts'

/** Sums over calls of models. Tokens and money are of all of them: answers, and what was asked beside them. */
export interface CallSumView {
  /** Answers. */
  readonly calls: number
  /** Calls beside answers: titles, summaries, comparisons, plans. */
  readonly sideCalls: number
  /** Of both, those that failed. */
  readonly failed: number
  readonly input: number
  readonly cached: number
  readonly output: number
  /** Of all input tokens, those that were read from a cache; 0 to 1. */
  readonly cacheShare: number
  readonly costUSD: number
  /** Against the same prompts with nothing cached. */
  readonly savedUSD: number
}

export interface DaySumView extends CallSumView {
  /** `YYYY-MM-DD`, as it was on the machine of the server. */
  readonly day: string
  /** What each model had of it; most calls first. */
  readonly models: readonly ModelSumView[]
}

export interface ModelSumView extends CallSumView {
  readonly modelId: string
  readonly modelName: string
}

/** Why epochs began, or why requests differ from the one before. */
export interface ReasonView {
  readonly reason: string
  readonly words: string
  readonly count: number
  /** Tokens that dropped out of the prefix, and the predicted cost of reading them again. */
  readonly tokens: number
  readonly costUSD: number
}

/** `first-byte` and `answer` are counted from the call on; the others come before it. */
export interface PhaseView {
  readonly phase: Phase | 'first-byte' | 'answer'
  readonly count: number
  readonly p50: number
  readonly p95: number
}

export interface LayerMeanView {
  readonly layer: 'L1' | 'L2' | 'L3' | 'L4' | 'L5'
  /** Of one request, on average. */
  readonly tokens: number
  readonly segments: number
}

export interface MissView {
  readonly tag: string
  readonly kind: string
  readonly count: number
  /** How many different ones. */
  readonly distinct: number
}

/** What the turns of a workspace, or of one chat, used and how they came about. */
export interface TurnStatisticsView {
  /** ISO 8601, UTC; absent where it goes back to the beginning. */
  readonly since?: string
  readonly until: string
  readonly turns: number
  /** How many different chats they are of. */
  readonly chats: number
  readonly total: CallSumView
  /** Newest first. */
  readonly days: readonly DaySumView[]
  /** Most calls first. */
  readonly models: readonly ModelSumView[]
  /** Why epochs began; most frequent first. */
  readonly epochs: readonly ReasonView[]
  /** Why requests differ from the ones before; most frequent first. */
  readonly changes: readonly ReasonView[]
  readonly phases: readonly PhaseView[]
  readonly layers: readonly LayerMeanView[]
  /** Tokens attached, and those of them that were given as references. */
  readonly dedup: { readonly attached: number; readonly referenced: number; readonly ratio: number }
  readonly compacted: { readonly tokens: number; readonly share: number }
  readonly misses: readonly MissView[]
}
