import { isHidden } from './list-folder.ts'
import { WorkspaceError } from '../workspace-error.ts'

/** What the listing leaves out cannot be read by its name either: settings, histories, secrets. */
export function refuseHidden(path: string): void {
  if (path.split('/').some(isHidden))
    throw new WorkspaceError(
      'path-invalid',
      path,
      `"${path}" is hidden, and hidden files are not part of a workspace.`,
    )
}
