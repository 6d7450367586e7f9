import type { FileKind } from '../file-kind.ts'

/** A link may leave out what a note's name ends in. */
export const ENDINGS = ['', '.md', '.markdown'] as const

const BEYOND_ASCII = /[^\0-\x7f]/

/** One form for every writing of a path or name that a link may use: case and composition do not count. */
export function foldName(name: string): string {
  return (BEYOND_ASCII.test(name) ? name.normalize('NFC') : name).toLowerCase()
}

/** Possible file names for a link, with each extension in turn, case-folded. */
export function foldPossibleNames(written: string): readonly string[] {
  // A letter at the end may be folded by what follows it, as the Greek sigma is.
  if (BEYOND_ASCII.test(written)) return ENDINGS.map((ending) => foldName(`${written}${ending}`))
  const folded = written.toLowerCase()
  return [folded, `${folded}.md`, `${folded}.markdown`]
}

/** The folder of a path with its slash, or nothing at the root. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** How a file is called: a note without the ending of its name. */
export function titleOf(name: string, kind: FileKind): string {
  return (kind === 'note' ? name.replace(/\.[^.]+$/, '') : name).normalize('NFC')
}

/** A path below a folder with `.` and `..` worked out; undefined where it leaves the workspace. */
export function joinPath(folder: string, relative: string): string | undefined {
  // A name alone has nothing to be worked out.
  if (folder === '' && !relative.includes('/') && !relative.startsWith('.')) return relative
  const names: string[] = []
  for (const name of `${folder}${relative}`.split('/')) {
    if (name === '..') {
      if (names.pop() === undefined) return undefined
    } else if (name !== '.' && name !== '') names.push(name)
  }
  return names.join('/')
}

/** Shorter first, then by code units. */
export function compareShortest(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length
  return left < right ? -1 : left > right ? 1 : 0
}
