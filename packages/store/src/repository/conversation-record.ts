export interface ConversationRecord {
  readonly workspaceId: string
  readonly id: string
  readonly title: string
  readonly titledBy: 'default' | 'message' | 'user'
  readonly createdAt: number
  readonly updatedAt: number
  /** An answer is being written. */
  readonly answering: boolean
  /** What the user asks of the models of this chat, as JSON. */
  readonly settings: unknown
  /** The last turn of the branch on show; absent before the first turn, and in chats that never branched. */
  readonly headTurnId: string | undefined
  readonly pinnedAt: number | undefined
  readonly archivedAt: number | undefined
  readonly trashedAt: number | undefined
  readonly tags: readonly string[]
}

export interface ConversationPlace {
  readonly workspaceId: string
  readonly id: string
}
