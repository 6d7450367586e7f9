import { stat } from 'node:fs'
import { folderIdentity } from './file-stamp.ts'

export interface RootPulseOptions {
  readonly root: string
  /** Milliseconds. */
  readonly every: number
  /** The identity of the folder that is watched as the root; undefined where none is. */
  readonly watched: () => string | undefined
  /** Called once for each folder that stands there instead, and once while there is none. */
  readonly onOther: () => void
}

/**
 * Asks from time to time which folder stands where the root is. Its own watch goes along with the folder that was
 * there, and any folder or link above it may be swapped as well.
 */
export class RootPulse {
  readonly #options: RootPulseOptions
  readonly #timer: NodeJS.Timeout
  /** What stood there when it was last told of. */
  #told: string | undefined
  #isAsking = false
  #closed = false

  constructor(options: RootPulseOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#ask(), options.every).unref()
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#timer)
  }

  #ask(): void {
    // A disk of the network that is away may keep us waiting.
    if (this.#isAsking) return
    this.#isAsking = true
    stat(this.#options.root, (error, stats) => {
      this.#isAsking = false
      if (!this.#closed) this.#compare(error ? 'none' : folderIdentity(stats))
    })
  }

  #compare(found: string): void {
    const isWatched = found === this.#options.watched()
    if (!isWatched && found !== this.#told) this.#options.onOther()
    this.#told = isWatched ? undefined : found
  }
}
