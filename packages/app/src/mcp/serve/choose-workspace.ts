import type { Store, WorkspaceRecord } from '@varve/store'
import { notFound, requireWorkspace } from '../../workspace/named-workspaces.ts'
import { workspaceAround } from '../../workspace/workspace-around.ts'
import { LISTED } from '../../workspace/workspace-settings.ts'

export interface WorkspaceWanted {
  /** An id, a name or a folder; where one is, else the only one, where it is left out. */
  readonly workspace?: string | undefined
  /** Where the program was started. */
  readonly cwd: string
}

/** The workspace that is meant; one that was taken out of the list is none. */
export async function chooseWorkspace(
  { workspaces, settings }: Pick<Store, 'workspaces' | 'settings'>,
  { workspace, cwd }: WorkspaceWanted,
): Promise<WorkspaceRecord> {
  const all = await workspaces.list()
  const isListed = await Promise.all(all.map(async ({ id }) => (await settings.get(id, LISTED)) !== 'no'))
  const listed = all.filter((_, index) => isListed[index])
  if (workspace !== undefined) return requireWorkspace(listed, workspace)
  const around = workspaceAround(listed, cwd) ?? (listed.length === 1 ? listed[0] : undefined)
  if (around) return around
  throw notFound('Say which workspace is meant with --workspace, by its id, name or folder:', listed)
}
