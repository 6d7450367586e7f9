import type { FileIndex } from './rank-files.ts'

/** What stands between `[[` and `]]` for a note: its name where that is unique, else its path. */
export function linkTarget(path: string, notes: FileIndex): string {
  const withoutEnding = path.replace(/\.(?:md|markdown)$/i, '')
  const name = nameOf(path).toLowerCase()
  const namesakes = notes.files.filter(({ file }) => nameOf(file.path).toLowerCase() === name)
  return namesakes.length > 1 ? withoutEnding : nameOf(withoutEnding)
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
