import type { WorkspaceRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'

/** A workspace that is in the list; any other is said not to exist. */
export async function requireWorkspace(
  { store }: Pick<AppContext, 'store'>,
  workspaceId: string,
): Promise<WorkspaceRecord> {
  const workspace = await store.workspaces.get(workspaceId)
  if (!workspace) throw new AppError('workspace-not-found', 'There is no such workspace.')
  return workspace
}
