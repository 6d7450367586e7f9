import { realpathSync } from 'node:fs'

/** A folder may be named through a link, and may be gone. */
export function realFolder(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return path
    throw error
  }
}
