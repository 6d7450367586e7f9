import type { WorkspaceRecord } from '@varve/store'
import type { ChatObjects, FileStore, FolderStore, SearchIndex } from '@varve/workspace'

/** The files of a workspace, and how to open the index over them. */
export interface WorkspaceFiles {
  readonly files: FileStore
  /** Where chats are kept as notes: with the other files where those lie in a folder. */
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
  /** Opened by whoever asks first, and kept open. */
  readonly index: () => Promise<SearchIndex>
  readonly close: () => Promise<void>
}
