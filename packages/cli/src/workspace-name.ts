import { resolve } from 'node:path'

/** A name without a separator is an id; everything else is a folder. */
export function workspaceName(workspace: string): string {
  return /^[\w-]+$/.test(workspace) ? workspace : resolve(workspace)
}

/** Where names count too: one without a separator is an id or a name; everything else is a folder. */
export function folderOrName(workspace: string): string {
  return /^\.\.?$|[/\\]/.test(workspace) ? resolve(workspace) : workspace
}
