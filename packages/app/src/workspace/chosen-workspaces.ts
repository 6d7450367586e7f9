import type { WorkspaceRecord } from '@varve/store'
import { AppError } from '../app-error.ts'
import { realFolder } from './real-folder.ts'

/** The workspaces that are meant by a folder or an id; all of them where nothing is named. */
export function chosenWorkspaces(
  workspaces: readonly WorkspaceRecord[],
  wanted: string | undefined,
): readonly WorkspaceRecord[] {
  if (wanted === undefined) return workspaces
  const folder = realFolder(wanted)
  const found = workspaces.filter(
    ({ id, root }) => id === wanted || (root !== undefined && realFolder(root) === folder),
  )
  if (found.length === 0)
    throw new AppError('workspace-not-found', `"${wanted}" is no workspace of this data.`)
  return found
}
