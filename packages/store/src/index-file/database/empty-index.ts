import { existsSync, renameSync, statSync, writeFileSync } from 'node:fs'

/** An index that holds nothing, as the bytes of its file; undefined where this thread has not kept one. */
let kept: Uint8Array | undefined

/** For every index that this thread makes from here on: to write it takes a fraction of the time of making its tables. */
export function keepEmptyIndex(bytes: Uint8Array): void {
  kept = bytes
}

/** Puts an empty index in the place of a file that is empty or missing, all of it or nothing. */
export function writeEmptyIndex(file: string): void {
  // The log of a file that was deleted would be taken for the log of this one.
  if (!kept || existsSync(`${file}-wal`) || statSync(file, { throwIfNoEntry: false })?.size) return
  writeFileSync(`${file}.new`, kept, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
