import { baseName, foldName } from '@varve/workspace/notes'

/** The folder of a path; `''` for the root. */
export function folderOf(path: string): string {
  const at = path.lastIndexOf('/')
  return at < 0 ? '' : path.slice(0, at)
}

/** The last name of a path without its extension, folded: what is only named is looked up by it. */
export function foldedName(path: string): string {
  const name = baseName(path)
  const dot = name.lastIndexOf('.')
  return foldName(dot > 0 ? name.slice(0, dot) : name)
}

/**
 * What `stemOf` gives for every file that a link could lead to. A target may be written with or without its
 * extension, and a dot in it may begin none: the text before the first dot is the same either way.
 */
export function linkName(target: string): string {
  return stemOf(
    target
      .replaceAll('\u00a0', ' ')
      .trim()
      .replace(/(?<![/.])[/.]*\/$/, ''),
  )
}

/** The last name of a path up to its first dot, folded. */
export function stemOf(path: string): string {
  const name = baseName(path)
  const dot = name.indexOf('.', 1)
  return foldName(dot > 0 ? name.slice(0, dot) : name)
}

/** Varve's own folder is left out of what a search finds unless a path names it. */
export function isAside(path: string): boolean {
  return path.startsWith('Varve/')
}
