import type { FileChange } from './file-store.ts'

/** Tells those who listen what has changed, after it has. */
export class ChangeTeller {
  readonly #listeners = new Set<(change: FileChange) => void>()

  subscribe = (listener: (change: FileChange) => void): (() => void) => {
    // A function of its own for each call: one listener may be given twice.
    const own = (change: FileChange): void => listener(change)
    this.#listeners.add(own)
    return () => {
      this.#listeners.delete(own)
    }
  }

  tell(...paths: readonly string[]): void {
    for (const listener of this.#listeners) listener({ paths })
  }
}
