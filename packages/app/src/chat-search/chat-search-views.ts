import type { ChatSummaryView } from '../chats/chat-views.ts'

/** A stretch of a text, in UTF-16 code units. */
export type HighlightView = readonly [start: number, end: number]

/** A message in which something was found. */
export interface ChatPassageView {
  readonly part: 'question' | 'answer'
  /** The turn to show; it may stand in another branch than the one on show. */
  readonly turnId: string
  readonly answerId?: string
  readonly modelName?: string
  /** ISO 8601, UTC. */
  readonly at: string
  /** On one line. */
  readonly snippet: string
  readonly highlights: readonly HighlightView[]
}

export interface ChatHitView {
  readonly chat: ChatSummaryView
  readonly titleHighlights: readonly HighlightView[]
  /** The newest few; none where it was the title or a tag. */
  readonly passages: readonly ChatPassageView[]
}

export interface ChatSearchView {
  readonly hits: readonly ChatHitView[]
  /** There are more behind these. */
  readonly more: boolean
  /** Texts that are not searched yet; they are being read. */
  readonly waiting?: number
}
