import type { TurnView } from '../messages/turn-views.ts'
import type { ChatSettingsView } from '../models/model-views.ts'

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

export interface KeptView {
  readonly key: string
  readonly title: string
  readonly tokens: number
  readonly sinceTurn: number
  /** The file now, against the text that the chat holds. */
  readonly status: 'current' | 'changed' | 'missing'
}
