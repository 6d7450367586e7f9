import type { AppContext } from '../app-context.ts'
import { openedWorkspace } from '../workspaces/opened-workspace.ts'
import type { StatisticsView } from '../views.ts'

/** How much is in a workspace, as its index counts it. */
export async function showStatistics(
  context: AppContext,
  { workspaceId }: { readonly workspaceId: string },
): Promise<StatisticsView> {
  const index = await (await openedWorkspace(context, workspaceId)).index()
  return index.statistics()
}
