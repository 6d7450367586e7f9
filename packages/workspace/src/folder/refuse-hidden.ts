import { isHidden } from './is-hidden.ts'
import { nameProblem } from './name-problem.ts'
import { WorkspaceError } from '../workspace-error.ts'

/** What the listing leaves out cannot be read by its name either: settings, histories, secrets. */
export function refuseHidden(path: string, asked = path): void {
  // Dots that lead up are no names at all, and are refused as what they are.
  if (path.split('/').some((name) => isHidden(name) && name !== '.' && name !== '..'))
    throw new WorkspaceError(
      'path-invalid',
      asked,
      nameProblem(asked) ?? `"${asked}" is hidden, and hidden files are not part of a workspace.`,
    )
}
