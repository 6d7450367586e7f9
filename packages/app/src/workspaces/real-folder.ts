import { realpathSync, statSync } from 'node:fs'

/** A folder may be named through a link, and may be missing. */
export function realFolder(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return path
    throw error
  }
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
