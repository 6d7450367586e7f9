import { isHidden } from './list-folder.ts'
import { locateInside } from '../path/locate-inside.ts'
import { WorkspaceError } from '../workspace-error.ts'

/** What the listing leaves out cannot be read by its name either: settings, histories, secrets. */
export function refuseHidden(path: string, asked = path): void {
  if (path.split('/').some(isHidden))
    throw new WorkspaceError(
      'path-invalid',
      asked,
      `"${asked}" is hidden, and hidden files are not part of a workspace.`,
    )
}

/** The same for what a path leads to: a link may stay inside and still lead to what is hidden. */
export async function refuseHiddenTarget(root: string, path: string): Promise<void> {
  refuseHidden(path)
  const { names } = await locateInside(root, path)
  refuseHidden(names.join('/'), path)
}
