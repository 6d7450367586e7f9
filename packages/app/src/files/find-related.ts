import type { AppContext } from '../app-context.ts'
import { openedWorkspace } from '../workspaces/opened-workspace.ts'
import type { SearchHitView } from '../views.ts'

/** Notes like one note, best first. */
export async function findRelated(
  context: AppContext,
  {
    workspaceId,
    path,
    limit = 8,
  }: { readonly workspaceId: string; readonly path: string; readonly limit?: number },
): Promise<readonly SearchHitView[]> {
  const index = await (await openedWorkspace(context, workspaceId)).index()
  return index.related(path, limit)
}
