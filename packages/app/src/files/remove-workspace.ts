import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { DEMO_ID } from './ensure-demo-workspace.ts'
import { LISTED } from './workspace-settings.ts'

/**
 * Takes a workspace out of the list, but for the one that Varve begins with. Its files and its chats stay; opening
 * the folder again brings both back, and so does making one of the same name in the database.
 */
export async function removeWorkspace(
  { store }: AppContext,
  { workspaceId }: { readonly workspaceId: string },
): Promise<void> {
  if (!(await store.workspaces.get(workspaceId)))
    throw new AppError('workspace-not-found', 'There is no such workspace.')
  if (workspaceId === DEMO_ID)
    throw new AppError(
      'workspace-kept',
      'The first workspace stays in the list: it is where Varve begins. Others can be removed.',
    )
  await store.commit([store.settings.set(workspaceId, LISTED, 'no')])
}
