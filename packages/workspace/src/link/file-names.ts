/** One form for every writing of a path or name that a link may use: case and composition do not count. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** The folder of a path with its slash, or nothing at the root. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** A path below a folder with `.` and `..` worked out; undefined where it leaves the workspace. */
export function joinPath(folder: string, relative: string): string | undefined {
  const names: string[] = []
  for (const name of `${folder}${relative}`.split('/')) {
    if (name === '..') {
      if (names.pop() === undefined) return undefined
    } else if (name !== '.' && name !== '') names.push(name)
  }
  return names.join('/')
}

/** A link may leave out what a note's name ends in. */
export function possibleNames(written: string): readonly string[] {
  return [written, `${written}.md`, `${written}.markdown`]
}

/** Shorter first, then by code units. */
export function compareShortest(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length
  return left < right ? -1 : left > right ? 1 : 0
}
