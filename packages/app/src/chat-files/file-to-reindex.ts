import type { OpenedWorkspace } from '../files/workspace-files.ts'
import type { FileListing } from '@varve/workspace'
import type { ReadFile } from './read-chat-files.ts'

export interface FileToReindex {
  readonly opened: OpenedWorkspace
  readonly listing: FileListing
  readonly file: ReadFile
  readonly force: boolean
  /** Another file contained this chat already. */
  readonly isDuplicate: boolean
}
