import { splitPath } from './split-file-name.ts'

/**
 * The name of a file with as many of its folders as tell it from the others of that name: `B/Note.md`. A file that
 * lies in no folder is its name.
 */
export function distinctName(path: string, all: readonly string[]): string {
  const steps = path.split('/')
  let name = steps.pop() ?? path
  let same = all.filter((other) => other !== path && isCalled(other, name))
  while (same.length > 0) {
    const folder = steps.pop()
    if (folder === undefined) return name
    name = `${folder}/${name}`
    same = same.filter((other) => isCalled(other, name))
  }
  return name
}

/** The same for many paths among many files. */
export function createDistinctName(all: readonly string[]): (path: string) => string {
  let byName: Map<string, string[]> | undefined
  return (path) => {
    // Not before someone asks: most lists are never opened.
    byName ??= Map.groupBy(all, (each) => splitPath(each).name)
    const { name } = splitPath(path)
    return name === '' ? path : distinctName(path, byName.get(name) ?? [])
  }
}

function isCalled(path: string, name: string): boolean {
  return path.endsWith(name) && (path.length === name.length || path.at(-name.length - 1) === '/')
}
