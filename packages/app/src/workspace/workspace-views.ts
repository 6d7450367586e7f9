import type { IndexStatus, Privacy, SearchHit, WorkspaceStatistics } from '@varve/workspace'

/** What the app shows of workspaces, their files and their index. JSON only, like `views.ts`. */

export type IndexView = IndexStatus
/** How far a file may go that may not go everywhere. */
export type MarkView = Exclude<Privacy, 'open'>

export interface SearchHitView extends SearchHit {
  readonly privacy?: MarkView
}
export type StatisticsView = WorkspaceStatistics

export interface WorkspaceView {
  readonly id: string
  readonly name: string
  readonly kind: 'folder' | 'database'
  /** Of the user's own, without those that chats are kept in. Absent while a large folder is still being looked through. */
  readonly fileCount?: number
  /** Where a folder lies on this machine. */
  readonly root?: string
  /** It is an Obsidian vault: its notes can be opened there. */
  readonly obsidian?: boolean
  /** Why its files cannot be read now, in words, as on a drive that is not plugged in. */
  readonly unavailable?: string
  readonly index?: IndexView
  readonly settings: WorkspaceSettingsView
}

/** How a workspace works. */
export interface WorkspaceSettingsView {
  /** Whether chats are kept as notes in `Varve/chats`, too. */
  readonly chatFiles: 'on' | 'off'
}

export interface WorkspaceSummaryView {
  readonly id: string
  readonly name: string
  readonly kind: 'folder' | 'database'
  readonly root?: string
}

export interface WorkspaceListView {
  readonly workspaces: readonly WorkspaceSummaryView[]
}

/** One folder of this machine, for choosing a workspace. */
export interface FolderChoiceView {
  readonly path: string
  readonly parent?: string
  /** In code-unit order; hidden ones are left out. */
  readonly folders: readonly FolderEntryView[]
  /** Notes that lie in the folder itself. */
  readonly notes: number
  readonly obsidian: boolean
  /** The workspace that already shows this folder. */
  readonly workspaceId?: string
  /** How many folders are not listed because there are too many. */
  readonly more?: number
}

export interface FolderEntryView {
  readonly name: string
  readonly path: string
  readonly obsidian: boolean
}

export interface FileView {
  readonly path: string
  readonly title: string
  readonly kind: 'note' | 'file' | 'pdf' | 'image'
  readonly bytes: number
  /** Milliseconds since 1970, as the disk says. */
  readonly modified: number
  /** An estimate from the size; absent for pictures and PDFs. */
  readonly tokens?: number
  /** Other names that a note gives itself, as far as it has been read. */
  readonly aliases?: readonly string[]
  /** Absent where it may go anywhere, as far as it has been read. */
  readonly privacy?: MarkView
}

export interface ResolvedLinkView {
  readonly line: number
  readonly target: string
  readonly alias?: string
  readonly heading?: string
  readonly embed: boolean
  /** The file that it leads to; absent where there is none. */
  readonly path?: string
}

/** The text of a file as it is now; of a PDF, its text by page; empty for a picture. */
export interface FileContentView extends FileView {
  readonly content: string
  readonly contentHash: string
  /** Of a note. */
  readonly tags?: readonly string[]
  readonly headings?: readonly { readonly level: number; readonly text: string; readonly line: number }[]
  readonly links?: readonly ResolvedLinkView[]
  /** Notes that link here. */
  readonly incoming?: readonly string[]
  /** Queries in it that give no result when it is sent. */
  readonly idleQueries?: readonly IdleQueryView[]
}

export interface IdleQueryView {
  readonly query: string
  readonly reason: string
}

export interface SearchView {
  readonly hits: readonly SearchHitView[]
  /** How the text was understood, in words. */
  readonly notes: readonly string[]
  /** Only a time was asked for, and nothing changed in it. */
  readonly unchanged?: boolean
  /** Not every file has been looked at yet. */
  readonly incomplete?: boolean
}

export interface TagView {
  readonly tag: string
  readonly count: number
}

/** A file that was handed over; it is attached by naming `upload:` and its id. */
export interface UploadView {
  readonly id: string
  readonly name: string
  readonly kind: 'note' | 'file' | 'pdf' | 'image'
  readonly bytes: number
  /** Of its bytes: what it becomes in a message is named `upload:` and this. */
  readonly hash: string
}
