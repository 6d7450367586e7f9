import { closeSync, constants, openSync, readlinkSync, readSync } from 'node:fs'
import { sep } from 'node:path'
import type { ScannedFile } from './scan-folder.ts'

interface OpenFolder {
  readonly place: string
  readonly descriptor: number
}

/** No link is followed, and opening a pipe does not wait for a writer. */
const PLAIN = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Reads files as a walk saw them, in a third of the time that asking about each one takes. A folder is opened, its own
 * place asked for, and its files are opened from there: whatever is swapped meanwhile, none of them lies elsewhere. Where
 * anything is not as it was seen, and on systems that know no such way, there is nothing to be had here, and whoever
 * asked has to read with care.
 */
export class FolderReader {
  readonly #realRoot: string
  #open: OpenFolder | undefined

  constructor(realRoot: string) {
    this.#realRoot = realRoot
  }

  /** A file's bytes, which its stamp from the walk belongs to: had it changed since, the disk would stamp it differently. */
  read({ place, bytes: size, settled }: ScannedFile): Uint8Array | undefined {
    if (process.platform !== 'linux' || !settled) return undefined
    const slash = place.lastIndexOf('/')
    try {
      const folder = this.#folderAt(slash === -1 ? '' : place.slice(0, slash))
      return folder && readWhole(`/proc/self/fd/${folder.descriptor}/${place.slice(slash + 1)}`, size)
    } catch (error) {
      // A link, a folder, a file that is gone or not to be read: what it is the other way finds out.
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

/** Undefined where it has another size by now. */
function readWhole(full: string, size: number): Uint8Array | undefined {
  const descriptor = openSync(full, PLAIN)
  try {
    // Not zeroed first: what is not read into is not given out. One more than there should be, to see whether there is.
    const bytes = Buffer.allocUnsafe(size + 1)
    const read = readSync(descriptor, bytes, 0, size + 1, 0)
    return read === size ? bytes.subarray(0, size) : undefined
  } finally {
    closeSync(descriptor)
  }
}
