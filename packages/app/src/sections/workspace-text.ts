import { decodeText, WorkspaceError } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { openedIfThere } from '../workspace/opened-workspace.ts'

/** A text of the workspace that shapes its chats, with the hash that a change of it is guarded by. */
export interface WorkspaceText {
  readonly text: string
  readonly hash: string
}

/** Undefined where there is no such file, or none that is text. */
export async function readWorkspaceText(
  context: AppContext,
  workspaceId: string,
  path: string,
): Promise<WorkspaceText | undefined> {
  const opened = await openedIfThere(context, workspaceId)
  if (!opened) return undefined
  try {
    const file = await opened.files.read(path)
    return { text: decodeText(file), hash: file.contentHash }
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined
    throw error
  }
}
