import type { FileView } from '@varve/server/types'

export interface FolderCount {
  /** Without a slash at its end. */
  readonly path: string
  /** Of files in it and in all folders below it. */
  readonly count: number
}

/** Every folder that holds a file, by path, with how many it stands for when it is attached. */
export function listFolders(files: readonly Pick<FileView, 'path'>[]): readonly FolderCount[] {
  const counts = new Map<string, number>()
  for (const { path } of files)
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      const folder = path.slice(0, slash)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
  return [...counts]
    .map(([path, count]) => ({ path, count }))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}
