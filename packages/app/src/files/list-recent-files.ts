import type { AppContext } from '../app-context.ts'
import { openedWorkspace } from '../workspaces/opened-workspace.ts'
import { fileView } from './file-view.ts'
import type { FileView } from '../views.ts'

/** The files that changed last, newest first. */
export async function listRecentFiles(
  context: AppContext,
  { workspaceId, limit = 10 }: { readonly workspaceId: string; readonly limit?: number },
): Promise<readonly FileView[]> {
  const index = await (await openedWorkspace(context, workspaceId)).index()
  return (await index.recent(limit)).map(fileView)
}
