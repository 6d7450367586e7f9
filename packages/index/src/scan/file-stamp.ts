import type { Stats } from 'node:fs'

/** What tells one state of a file from another without reading it. */
export interface FileStamp {
  readonly bytes: number
  /** Milliseconds since 1970, when the content changed, as far as the disk can be believed. */
  readonly modified: number
  /** When anything about the file changed; no program can set this back, so an edit that keeps size and time shows. */
  readonly changed: number
  readonly inode: number
  /** Milliseconds since 1970, when the file came to be; where the disk does not know, the earliest that it knows. */
  readonly created: number
}

/** Longer than a tick of any clock that a kernel stamps files with. */
export const TICK_MILLISECONDS = 25

export function stampOf(stats: Stats): FileStamp {
  const { size: bytes, mtimeMs: modified, ctimeMs: changed, birthtimeMs, ino: inode } = stats
  return {
    bytes,
    modified,
    changed,
    inode,
    created: birthtimeMs > 0 ? birthtimeMs : Math.min(modified, changed),
  }
}

/**
 * Tells a folder from every other that may stand at its place later. The number alone does not: a disk gives that of
 * a folder that was deleted to the next one that is made. Where the disk knows no time of birth it counts as 0.
 */
export function folderIdentity(stats: Stats): string {
  return `${stats.dev}:${stats.ino}:${stats.birthtimeMs}`
}
