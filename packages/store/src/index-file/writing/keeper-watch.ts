import type { ProgressTeller } from './progress-teller.ts'
import { readKeeperProgress } from '../following/read-keeper-progress.ts'

export interface KeeperWatchOptions {
  /** The index that another process keeps. */
  readonly file: string
  readonly progress: ProgressTeller
  /** Whoever reads along takes the index once the other is gone. */
  readonly tryAgain: () => void
}

export const OTHER_KEEPS_IT = 'Another Varve keeps this index up to date.'
const READY_MILLISECONDS = 500
/** While someone waits for the other to finish. */
const WORKING_MILLISECONDS = 100

/** Tells how far another process is with an index, and has its place tried for now and then. */
export class KeeperWatch {
  readonly #options: KeeperWatchOptions
  #timer: NodeJS.Timeout | undefined

  constructor(options: KeeperWatchOptions) {
    this.#options = options
  }

  look(): void {
    const { file, progress, tryAgain } = this.#options
    // One that has just taken the index may not have said so yet: what stands there is believed at the second look.
    const isFirstLook = progress.note('other', OTHER_KEEPS_IT)
    const other = readKeeperProgress(file)
    const state = isFirstLook && other.state === 'ready' ? 'starting' : other.state
    progress.follow({ ...other, state })
    this.#timer = setTimeout(tryAgain, state === 'ready' ? READY_MILLISECONDS : WORKING_MILLISECONDS)
  }

  /** The other is gone. */
  end(): void {
    this.#options.progress.note('other', undefined)
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}
