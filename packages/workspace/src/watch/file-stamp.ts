import type { Stats } from 'node:fs'

/** What tells one state of a file from another without reading it. */
export interface FileStamp {
  readonly bytes: number
  /** Milliseconds since 1970, when the content changed, as far as the disk can be believed. */
  readonly modified: number
  /** When anything about the file changed; no program can set this back, so an edit that keeps size and time shows. */
  readonly changed: number
  readonly inode: number
}

/** Longer than a tick of any clock that a kernel stamps files with. */
export const TICK_MILLISECONDS = 25

export function stampOf(stats: Stats): FileStamp {
  return { bytes: stats.size, modified: stats.mtimeMs, changed: stats.ctimeMs, inode: stats.ino }
}
