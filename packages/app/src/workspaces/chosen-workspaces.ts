import type { WorkspaceRecord } from '@varve/store'
import { namedWorkspaces, workspaceNotNamed } from './named-workspaces.ts'

/** The workspaces that are meant by a folder, an id or a name; all of them where nothing is named. */
export function chosenWorkspaces(
  workspaces: readonly WorkspaceRecord[],
  wanted: string | undefined,
): readonly WorkspaceRecord[] {
  if (wanted === undefined) return workspaces
  const found = namedWorkspaces(workspaces, wanted)
  if (found.length === 0) throw workspaceNotNamed(workspaces, { wanted, isAmbiguous: false })
  return found
}
