import { sep } from 'node:path'
import { realFolder } from './real-folder.ts'

/** The innermost workspace that a folder is, or is in; undefined where there is none. */
export function workspaceAround<Each extends { readonly root?: string | undefined }>(
  all: readonly Each[],
  folder: string,
): Each | undefined {
  const here = `${realFolder(folder)}${sep}`
  return all
    .filter(({ root }) => root !== undefined && here.startsWith(`${realFolder(root)}${sep}`))
    .toSorted((a, b) => (b.root?.length ?? 0) - (a.root?.length ?? 0))[0]
}
