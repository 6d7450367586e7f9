import type { AppContext } from './app-context.ts'
import type { WorkspaceListView } from './views.ts'

/** Every workspace of this person, the oldest first. */
export async function listWorkspaces(context: AppContext, _input: undefined): Promise<WorkspaceListView> {
  const records = await context.store.workspaces.list()
  const inOrder = [...records].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
  return {
    workspaces: inOrder.map(({ id, name, kind, root }) => ({
      id,
      name,
      kind,
      ...(root === undefined ? {} : { root }),
    })),
  }
}
