import type { Dirty } from '@varve/workspace/indexing'

/** One thing after another; looks at the disk that are still waiting become one. */
export class WorkLine {
  readonly #lookAt: (dirty: Dirty) => Promise<void>
  #dirty: Dirty | undefined
  #waiting: Promise<void> | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(lookAt: (dirty: Dirty) => Promise<void>) {
    this.#lookAt = lookAt
  }

  /** Done when a look at these that began after this call is. */
  look(dirty: Dirty): Promise<void> {
    this.#dirty = this.#dirty === undefined ? dirty : union(this.#dirty, dirty)
    this.#waiting ??= this.add(() => {
      const all = this.#dirty ?? new Set()
      this.#dirty = undefined
      this.#waiting = undefined
      return this.#lookAt(all)
    })
    return this.#waiting
  }

  add<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => undefined)
    return result
  }

  /** Done when everything before it is, however it ended. */
  async settled(): Promise<void> {
    await this.#last
  }
}

function union(a: Dirty, b: Dirty): Dirty {
  return a === 'everything' || b === 'everything' ? 'everything' : new Set([...a, ...b])
}
