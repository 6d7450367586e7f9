import type { AppContext } from '../app-context.ts'
import { LISTED } from './workspace-settings.ts'
import type { WorkspaceListView } from '../views.ts'

/** Every workspace of this person, the oldest first. */
export async function listWorkspaces(
  { store }: Pick<AppContext, 'store'>,
  _input: undefined,
): Promise<WorkspaceListView> {
  const { workspaces, settings } = store
  const all = await workspaces.list()
  const listed = await Promise.all(all.map(async ({ id }) => (await settings.get(id, LISTED)) !== 'no'))
  const records = all.filter((_, at) => listed[at])
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
