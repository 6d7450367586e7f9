export type ReindexOutcome =
  | 'added'
  /** The database had the beginning of it. */
  | 'extended'
  /** As a chat of its own, beside the one that the database has. */
  | 'copied'
  | 'known'
  /** Known and not the same; left alone unless asked. */
  | 'changed'
  /** Another file holds more of this chat. */
  | 'duplicate'
  | 'in-trash'
  | 'not-a-chat'
  | 'unreadable'

export interface ReindexedFile {
  readonly path: string
  readonly outcome: ReindexOutcome
  readonly chatId?: string
  readonly title?: string
  readonly turns?: number
  /** `exact`: the next request is the one that would have been sent; `rebuilt`: a new epoch begins. */
  readonly state?: 'exact' | 'rebuilt'
  /** What could not be had again, in words. */
  readonly gaps: readonly string[]
  /** What was changed by hand or is broken, in words. */
  readonly problems: readonly string[]
}
