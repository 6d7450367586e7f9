import { sep } from 'node:path'
import { realFolder } from './real-folder.ts'

/** What a workspace is found by. */
interface Findable {
  readonly id: string
  readonly name: string
  readonly root?: string | undefined
}

/** By id, else by folder, else by name: several may have the same name. */
export function namedWorkspaces<One extends Findable>(all: readonly One[], wanted: string): readonly One[] {
  const byId = all.filter(({ id }) => id === wanted)
  if (byId.length > 0) return byId
  const folder = realFolder(wanted)
  const byFolder = all.filter(({ root }) => root !== undefined && realFolder(root) === folder)
  return byFolder.length > 0 ? byFolder : all.filter(({ name }) => name === wanted)
}

/** The innermost workspace that a folder is, or lies in; undefined where there is none. */
export function workspaceAround<One extends Findable>(all: readonly One[], folder: string): One | undefined {
  const here = `${realFolder(folder)}${sep}`
  return all
    .filter(({ root }) => root !== undefined && here.startsWith(`${realFolder(root)}${sep}`))
    .toSorted((a, b) => (b.root?.length ?? 0) - (a.root?.length ?? 0))[0]
}

/** A line for each, for whoever has to name one. */
export function listWorkspaceLines(all: readonly Findable[]): readonly string[] {
  return all.map(({ id, name, root }) => `  ${id}  ${name}${root === undefined ? '' : `  ${root}`}`)
}
