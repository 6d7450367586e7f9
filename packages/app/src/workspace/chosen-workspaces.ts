import type { WorkspaceRecord } from '@varve/store'
import { requireWorkspace } from './named-workspaces.ts'

/** The workspace that is meant by a folder, an id or a name; all of them where nothing is named. */
export function chosenWorkspaces(
  workspaces: readonly WorkspaceRecord[],
  wanted: string | undefined,
): readonly WorkspaceRecord[] {
  return wanted === undefined ? workspaces : [requireWorkspace(workspaces, wanted)]
}
