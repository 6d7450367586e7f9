import type { WorkspaceRecord } from '@varve/store'
import type { SearchIndex } from '@varve/index'
import type { ChatObjects, FileStore, FolderStore } from '@varve/workspace'

/** The files of a workspace, and how to open the index over them. */
export interface WorkspaceFiles {
  readonly files: FileStore
  /** Where chats are kept as notes: with the other files where those are in a folder. */
  readonly chatFiles: FolderStore
  /** What chat files name by its hash. */
  readonly objects: ChatObjects
  readonly openIndex: () => Promise<SearchIndex>
}

export interface OpenedWorkspace {
  readonly record: WorkspaceRecord
  readonly files: FileStore
  readonly chatFiles: FolderStore
  readonly objects: ChatObjects
  /** Opened by the first caller, and kept open. */
  readonly index: () => Promise<SearchIndex>
  /** Whether its folder held files before and holds none now, as where a drive is not mounted. */
  readonly isEmptied: () => Promise<boolean>
  readonly close: () => Promise<void>
}
