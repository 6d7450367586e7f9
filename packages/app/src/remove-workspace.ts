import type { AppContext } from './app-context.ts'
import { AppError } from './app-error.ts'

/** The setting that keeps a workspace out of the list. */
export const LISTED = 'listed'

/** Takes a workspace out of the list. Its folder and its chats stay; opening the folder again brings both back. */
export async function removeWorkspace(
  { store }: AppContext,
  { workspaceId }: { readonly workspaceId: string },
): Promise<void> {
  if (!(await store.workspaces.get(workspaceId)))
    throw new AppError('workspace-not-found', 'There is no such workspace.')
  await store.commit([store.settings.set(workspaceId, LISTED, 'no')])
}
