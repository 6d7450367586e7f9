import type { FileView } from '@varve/server/types'
import { splitPath } from './split-file-name.ts'

/** Finds the file that a `[[target]]` in an answer means; undefined where there is none. */
export type FindNote = (target: string) => string | undefined

/**
 * By its path or the end of its path, with or without `.md`, whatever the case; of several the shortest path.
 * The server decides for links in notes; this is for text that no file holds, such as an answer.
 */
export function createFindNote(files: readonly FileView[]): FindNote {
  let byName: ReadonlyMap<string, readonly string[]> | undefined
  return (target) => {
    byName ??= groupByName(files)
    const wanted = fold(target.replace(/^(?:\.{0,2}\/)+/, ''))
    return byName.get(splitPath(wanted).name)?.find((path) => `/${fold(path)}`.endsWith(`/${wanted}`))
  }
}

function groupByName(files: readonly FileView[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const { path } of files) {
    const name = fold(splitPath(path).name)
    const group = groups.get(name)
    if (group) group.push(path)
    else groups.set(name, [path])
  }
  for (const group of groups.values()) group.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  return groups
}

function fold(path: string): string {
  return path.toLowerCase().replace(/\.(?:md|markdown)$/, '')
}
