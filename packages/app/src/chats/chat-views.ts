import type { Attachable } from '../files/attachable.ts'
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
  /** The project that it belongs to, by the name of its file. */
  readonly project?: string
  /** It waits for its first message, and nobody has named, pinned or tagged it. */
  readonly unused?: true
}

export interface ChatView extends ChatSummaryView {
  /** The latest turns of the branch on show. */
  readonly turns: readonly TurnView[]
  /** How many turns come before those. */
  readonly earlier: number
  readonly kept: readonly KeptView[]
  /** Keys that the next turn will forget; until it is sent this can be undone. */
  readonly forgotten?: readonly KeptView[]
  /** The next turn begins from a summary and from kept texts in short; until then this can be undone. */
  readonly compact?: true
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
  /** What the budget does with it: `essential` stays whole, `optional` goes first; absent for neither. */
  readonly priority?: 'essential' | 'optional'
}

/** What a chat would be in short. */
export interface CompactionView {
  /** The model that it is counted for. */
  readonly modelId: string
  readonly modelName: string
  /** The next turn does it; not where it would save nothing. */
  readonly pending: boolean
  /** Of the next request, with everything as it stands, and in short. */
  readonly beforeTokens: number
  readonly afterTokens: number
  /** How many turns one summary stands for. They stay in the chat, word for word. */
  readonly summarizedTurns: number
  /** Keys of kept texts that are shown as structure and preview; attached again they are whole. */
  readonly shortened: readonly string[]
  /** Who sums up: the model, with the next turn, or an extract. */
  readonly by: 'model' | 'extract'
}

/** A new chat that goes on where another one ran out of room. */
export interface ContinuedChatView {
  readonly chatId: string
  /** What its first message brings along: a summary of the other chat. */
  readonly attach: readonly Attachable[]
  readonly by: 'model' | 'extract'
  /** What the summary was paid. */
  readonly costUSD: number
  /** In words: why it is no better. */
  readonly notice?: string
}
