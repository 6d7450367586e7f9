import { type Folder, openFolder, WorkspaceError } from '@varve/workspace'
import type { AppContext } from './app-context.ts'
import { AppError } from './app-error.ts'

/** The files of a workspace. */
export async function folderOf(context: AppContext, workspaceId: string): Promise<Folder> {
  const known = context.folders.get(workspaceId)
  if (known) return known
  const workspace = await context.store.workspaces.get(workspaceId)
  if (!workspace) throw new AppError('workspace-not-found', 'There is no such workspace.')
  if (workspace.root === undefined)
    throw new AppError('workspace-not-found', `The workspace "${workspace.name}" has no folder.`)
  const folder = await openFolder(workspace.root)
  context.folders.set(workspaceId, folder)
  return folder
}

/** A chat can be read when its folder is not there, as on a drive that is not plugged in. */
export async function folderIfThere(context: AppContext, workspaceId: string): Promise<Folder | undefined> {
  try {
    return await folderOf(context, workspaceId)
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined
    if (error instanceof AppError && error.code === 'workspace-not-found') return undefined
    throw error
  }
}
