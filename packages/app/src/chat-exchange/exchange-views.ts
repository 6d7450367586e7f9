export type ExportForm = 'markdown' | 'json' | 'jsonl' | 'html'

/** A chat as one file. */
export interface ExportView {
  readonly name: string
  /** For `Content-Type`. */
  readonly type: string
  readonly text: string
}

export type ImportOutcome =
  | 'added'
  /** The beginning of it was there already. */
  | 'extended'
  /** Beside another chat of the same id. */
  | 'copied'
  | 'known'
  | 'refused'

export interface ImportedChatView {
  /** The file, where it came in an archive. */
  readonly source: string
  readonly title: string
  readonly outcome: ImportOutcome
  readonly chatId?: string
  readonly turns?: number
  readonly answers?: number
  /** In words: what was in the file and could not come along, or why none of it did. */
  readonly lost: readonly string[]
  /** Notes that it names without their text: those that are found come along with its next message, as of today. */
  readonly context?: {
    readonly found: readonly string[]
    readonly moved: readonly { readonly from: string; readonly to: string }[]
    readonly missing: readonly string[]
  }
}

export interface ImportReportView {
  readonly chats: readonly ImportedChatView[]
  /** Files that hold no chat. */
  readonly skipped: readonly { readonly source: string; readonly reason: string }[]
}
