import type { AppContext } from './app-context.ts'
import { AppError } from './app-error.ts'
import { folderOf } from './folder-of.ts'
import type { WorkspaceView } from './views.ts'

export async function showWorkspace(
  context: AppContext,
  { workspaceId }: { readonly workspaceId: string },
): Promise<WorkspaceView> {
  const workspace = await context.store.workspaces.get(workspaceId)
  if (!workspace) throw new AppError('workspace-not-found', 'There is no such workspace.')
  const { id, name, kind } = workspace
  const { files } = await (await folderOf(context, workspaceId)).list()
  return { id, name, kind, fileCount: files.length }
}
