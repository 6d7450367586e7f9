import type { AppContext } from '../app-context.ts'
import { openedWorkspace } from '../workspaces/opened-workspace.ts'
import type { TagView } from '../views.ts'

/** The tags of a workspace, most used first. */
export async function listTags(
  context: AppContext,
  { workspaceId }: { readonly workspaceId: string },
): Promise<readonly TagView[]> {
  const index = await (await openedWorkspace(context, workspaceId)).index()
  return index.tags()
}
