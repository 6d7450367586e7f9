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

/** Of a file that was not looked at: below every time of a disk, so that it is taken for another by who does look. */
export const UNSTAMPED: FileStamp = { bytes: 0, modified: 0, changed: -1, inode: 0 }

/** Longer than a tick of any clock that a kernel stamps files with. */
export const TICK_MILLISECONDS = 25

export function stampOf(stats: Stats): FileStamp {
  return { bytes: stats.size, modified: stats.mtimeMs, changed: stats.ctimeMs, inode: stats.ino }
}
