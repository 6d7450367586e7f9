const IGNORED_FOLDERS: ReadonlySet<string> = new Set(['node_modules'])

/** Hidden by its name, or a folder of other people's code. */
export function isHidden(name: string): boolean {
  // A name with a backslash cannot be told from a path on another system, so it is never offered.
  return name.startsWith('.') || name.includes('\\') || IGNORED_FOLDERS.has(name)
}
