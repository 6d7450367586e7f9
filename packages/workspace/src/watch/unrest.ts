/** Folders to look at again, as the watcher was told their paths, or all of them. */
export type Dirty = ReadonlySet<string> | 'everything'

/** Milliseconds. */
export interface UnrestTimes {
  /** Without a hint, after which what was gathered is told. */
  readonly quiet: number
  /** From the first hint until it is told in any case. */
  readonly atMost: number
}

/**
 * A queue of the kernel that overflows says nothing through Node, but it gives out its 16,384 events first.
 * So many in one spell of unrest mean that some may be lost.
 */
const FLOOD_EVENTS = 4096
const FLOOD_FOLDERS = 256

/** Gathers hints until they pause. */
export class Unrest {
  readonly #times: UnrestTimes
  readonly #onDirty: (dirty: Dirty) => void
  #folders = new Set<string>()
  #everything = false
  #events = 0
  #began = 0
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(times: UnrestTimes, onDirty: (dirty: Dirty) => void) {
    this.#times = times
    this.#onDirty = onDirty
  }

  folder(path: string): void {
    this.#folders.add(path)
    this.#hint()
  }

  everything(): void {
    this.#everything = true
    this.#hint()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  #tell(): void {
    const all = this.#everything || this.#events > FLOOD_EVENTS || this.#folders.size > FLOOD_FOLDERS
    const dirty: Dirty = all ? 'everything' : this.#folders
    this.#folders = new Set()
    this.#everything = false
    this.#events = 0
    this.#timer = undefined
    this.#onDirty(dirty)
  }

  #hint(): void {
    if (this.#closed) return
    this.#events += 1
    const now = performance.now()
    if (this.#timer === undefined) this.#began = now
    clearTimeout(this.#timer)
    const wait = Math.max(0, Math.min(this.#times.quiet, this.#began + this.#times.atMost - now))
    this.#timer = setTimeout(() => this.#tell(), wait).unref()
  }
}
