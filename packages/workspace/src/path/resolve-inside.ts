import { join } from 'node:path'
import { locateInside } from './locate-inside.ts'
import { WorkspaceError } from '../workspace-error.ts'

/**
 * The real place of a path of a workspace, links followed, or an error: never a place outside `root`. For
 * whoever needs the place itself. To read or write, use the file store or `openInside`: they follow a path in the
 * same way (`locateInside`) and also hold against a link that is swapped afterwards.
 */
export async function resolveInside(root: string, path: string): Promise<string> {
  const { realRoot, names, missing } = await locateInside(root, path)
  if (missing.length > 0)
    throw new WorkspaceError('not-found', path, `There is no "${path}" in the workspace.`)
  return join(realRoot, ...names)
}

export { fromSystem } from './from-system.ts'
export { isInside } from './is-inside.ts'
