import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it. Node's own `recursive` never comes back where a file system refuses new folders
 * with "no such file", as /proc does.
 */
export function makeFolder(path: string, mode?: number): void {
  if (isFolder(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, mode === undefined ? {} : { mode })
  } catch (error) {
    // Another program may have created it in the meantime.
    if (!isFolder(path)) throw error
  }
}

/** Makes a folder that only its owner can look into, also where it was there before. */
export function makePrivateFolder(path: string): void {
  makeFolder(path, 0o700)
  keepPrivate(path, 0o700)
}

const STICKY = 0o1000

/**
 * Removes other users' permissions from a file or folder of this user. Shared folders such as /tmp and file
 * systems without owners stay unchanged.
 */
export function keepPrivate(path: string, mode: 0o600 | 0o700): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats || process.platform === 'win32' || (stats.mode & 0o077) === 0) return
  if (stats.uid !== process.getuid?.() || (stats.mode & STICKY) !== 0) return
  try {
    chmodSync(path, mode)
  } catch {
    // A read-only disk can still be read.
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
