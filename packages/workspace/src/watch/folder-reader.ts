import { closeSync, constants, fstatSync, openSync, readlinkSync, readSync } from 'node:fs'
import { sep } from 'node:path'
import { stampOf, TICK_MILLISECONDS } from './file-stamp.ts'
import type { SettledFile } from './read-settled-file.ts'

interface OpenFolder {
  readonly place: string
  readonly descriptor: number
}

/** No link is followed, and opening a pipe does not wait for a writer. */
const PLAIN = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Reads the plain files of folders, in four fifths of the time that asking each one for its place takes. A folder is
 * opened, its own place asked for, and its files are opened from there: whatever is swapped meanwhile, none of them lies
 * elsewhere. What is no plain file at rest, or anything on systems that know no such way, is not to be had here, and
 * whoever asked has to read with care.
 */
export class FolderReader {
  readonly #realRoot: string
  #open: OpenFolder | undefined

  constructor(realRoot: string) {
    this.#realRoot = realRoot
  }

  /** A place as the disk spells it, from the root. */
  read(place: string, maximumBytes: number): SettledFile | undefined {
    if (process.platform !== 'linux') return undefined
    const slash = place.lastIndexOf('/')
    try {
      const folder = this.#folderAt(slash === -1 ? '' : place.slice(0, slash))
      return folder && readPlain(`/proc/self/fd/${folder.descriptor}/${place.slice(slash + 1)}`, maximumBytes)
    } catch (error) {
      // A link, a file that is gone or not to be read: what it is the other way finds out.
      if (error instanceof Error && 'code' in error) return undefined
      throw error
    }
  }

  close(): void {
    if (this.#open) closeSync(this.#open.descriptor)
    this.#open = undefined
  }

  #folderAt(place: string): OpenFolder | undefined {
    if (this.#open?.place === place) return this.#open
    this.close()
    const full = place === '' ? this.#realRoot : `${this.#realRoot}${sep}${place}`
    const descriptor = openSync(full, constants.O_RDONLY | constants.O_DIRECTORY)
    this.#open = { place, descriptor }
    if (readlinkSync(`/proc/self/fd/${descriptor}`) === full) return this.#open
    this.close()
    return undefined
  }
}

function readPlain(full: string, maximumBytes: number): SettledFile | undefined {
  const descriptor = openSync(full, PLAIN)
  try {
    const stats = fstatSync(descriptor)
    // The disk's times are compared with the system's clock here, which a thread cannot be given.
    const isAtRest = Math.abs(Date.now() - stats.ctimeMs) >= TICK_MILLISECONDS
    if (!isAtRest || !stats.isFile() || stats.size > maximumBytes) return undefined
    // Not zeroed first: what is not read into is not given out.
    const bytes = Buffer.allocUnsafe(stats.size)
    const isWhole = readSync(descriptor, bytes, 0, stats.size, 0) === stats.size
    return isWhole ? { bytes, stamp: stampOf(stats), settled: true } : undefined
  } finally {
    closeSync(descriptor)
  }
}
