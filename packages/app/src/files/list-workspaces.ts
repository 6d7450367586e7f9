import type { WorkspaceRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { DEMO_ID } from './ensure-demo-workspace.ts'
import { LISTED } from './workspace-settings.ts'
import type { WorkspaceListView } from '../views.ts'

/** Every workspace of this person: the one that Varve begins with, then the oldest first. */
export async function listWorkspaces(
  { store }: Pick<AppContext, 'store'>,
  _input: undefined,
): Promise<WorkspaceListView> {
  const { workspaces, settings } = store
  const all = await workspaces.list()
  const listed = await Promise.all(
    all.map(async ({ id }) => id === DEMO_ID || (await settings.get(id, LISTED)) !== 'no'),
  )
  const records = all.filter((_, at) => listed[at])
  const inOrder = [...records].sort(byPlace)
  return {
    workspaces: inOrder.map(({ id, name, kind, root }) => ({
      id,
      name,
      kind,
      ...(root === undefined ? {} : { root }),
    })),
  }
}

/** Whoever works in a terminal may have made others before the app was first opened. */
function byPlace(a: WorkspaceRecord, b: WorkspaceRecord): number {
  if (a.id === DEMO_ID || b.id === DEMO_ID) return a.id === DEMO_ID ? -1 : 1
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
}
