import type { Artifact } from '@varve/engine'
import type { ChatDocument } from './chat-document.ts'

/** What a chat file gives. Reading changes nothing: whoever writes it again decides what to do about the rest. */
export interface ChatFileReading {
  /** Written by Varve, by the Obsidian plugin (or by hand in its form), or no chat at all. */
  readonly form: 'varve' | 'plugin' | 'none'
  readonly document: ChatDocument
  /** Texts that stood in the messages of an old file; its turns name them by key and hash. */
  readonly inlined: readonly InlinedContext[]
  /** What the file does not hold, and therefore nobody can rebuild from it. */
  readonly gaps: readonly ChatGap[]
  /** What was changed since it was written, or is broken. */
  readonly problems: readonly ChatProblem[]
  /** Pieces that no turn could be made of. Where there are some, keep a copy of the file and do not write it. */
  readonly quarantined?: readonly QuarantinedPiece[]
}

export interface InlinedContext {
  readonly turn: string
  readonly artifacts: readonly Artifact[]
}

export type ChatGapCode =
  /** Which model gave which answer. */
  | 'answer-model'
  /** A time without its zone, or none. */
  | 'time'
  /** Which version of what was attached the model has read. */
  | 'attached-version'
  /** Names with commas among names separated by commas. */
  | 'context-names'
  /** Old context that is kept as text only. */
  | 'unparsed-context'
  /** What an answer went through, in words. */
  | 'answer-steps'
  /** Whether a line begins a message or belongs to one. */
  | 'message-boundary'
  /** What belongs to a turn beside its texts. */
  | 'turn-details'

export interface ChatGap {
  readonly code: ChatGapCode
  readonly turn?: string
  /** In words, for people. */
  readonly text: string
}

export type ChatProblemCode =
  | 'changed-question'
  | 'changed-answer'
  | 'changed-details'
  | 'broken-details'
  | 'missing-answer'
  | 'added-answer'
  | 'added-turn'
  | 'added-text'
  | 'missing-question'
  | 'duplicate-id'
  | 'unknown-parent'
  | 'front-matter'
  | 'line-endings'
  | 'newer-version'
  | 'not-a-chat'

export interface ChatProblem {
  readonly code: ChatProblemCode
  /** Counted from 1. */
  readonly line: number
  readonly turn?: string
  readonly text: string
}

export interface QuarantinedPiece {
  readonly line: number
  readonly text: string
  readonly reason: string
}
