import { resolve } from 'node:path'

/** A name without a separator is an id; everything else is a folder. */
export function workspaceName(workspace: string): string {
  return /^[\w-]+$/.test(workspace) ? workspace : resolve(workspace)
}
