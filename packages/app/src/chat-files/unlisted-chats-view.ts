export interface UnlistedChatsView {
  /** How many files of chats there are that no chat is listed for. */
  readonly files: number
}
