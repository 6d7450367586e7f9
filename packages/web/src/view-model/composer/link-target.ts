import type { FileIndex } from '../files/rank-files.ts'

/** What stands between `[[` and `]]` for a note: its name where that is unique, else its path; then the alias that was picked. */
export function linkTarget(path: string, notes: FileIndex, alias?: string): string {
  const withoutEnding = path.replace(/\.(?:md|markdown)$/i, '')
  const name = nameOf(path).toLowerCase()
  const namesakes = notes.files.filter(({ file }) => nameOf(file.path).toLowerCase() === name)
  const target = namesakes.length > 1 ? withoutEnding : nameOf(withoutEnding)
  // Marks of a link within the alias would end it early.
  const words = alias?.replaceAll(/[[\]|\n]/g, ' ').trim()
  return words ? `${target}|${words}` : target
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
