import type { Writable } from 'node:stream'

/** Where a command prints. */
export interface Output {
  /** Resolves when there is room for more; `false` once nobody reads any longer. */
  readonly write: (text: string) => Promise<boolean>
}

/** A stream as an output: a reader that has gone, as `head` does, ends the printing and is no error. */
export function createOutput(stream: Writable): Output {
  let failure: NodeJS.ErrnoException | undefined
  stream.on('error', (error: NodeJS.ErrnoException) => {
    failure = error
  })
  const isOpen = (): boolean => {
    if (failure && failure.code !== 'EPIPE') throw failure
    return !failure && !stream.destroyed
  }
  return {
    write: async (text) => {
      if (!isOpen()) return false
      await new Promise<void>((resolve) => {
        // Called once the text is handed over, and also when that failed.
        stream.write(text, () => resolve())
      })
      return isOpen()
    },
  }
}
