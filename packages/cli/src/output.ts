import type { Writable } from 'node:stream'
import { CliError } from './errors.ts'

/** Where a command prints. */
export interface Output {
  /** Resolves when there is room for more; `false` once the reader is gone. */
  readonly write: (text: string) => Promise<boolean>
}

/** An output of which is known whether anything was printed. */
export interface WatchedOutput extends Output {
  readonly isUsed: () => boolean
}

/** A stream as an output: a closed reader, as with `head`, ends the output and is no error. */
export function createOutput(stream: Writable): WatchedOutput {
  let isUsed = false
  let failure: NodeJS.ErrnoException | undefined
  stream.on('error', (error: NodeJS.ErrnoException) => {
    failure = error
  })
  const isOpen = (): boolean => {
    if (failure && !isGoneReader(failure)) throw outputLost(failure)
    return !failure && !stream.destroyed
  }
  return {
    write: async (text) => {
      if (!isOpen()) return false
      isUsed = true
      // Called once the text is passed on, and also on failure, before the stream reports it.
      const refused = await new Promise<Error | null | undefined>((resolve) => {
        stream.write(text, resolve)
      })
      failure ??= refused ?? undefined
      return isOpen()
    },
    isUsed: () => isUsed,
  }
}

export function isGoneReader({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE'
}

/** What was printed is not whole. */
export function outputLost(error: NodeJS.ErrnoException): CliError {
  const reason = error.code === 'ENOSPC' ? 'the disk is full' : (error.code ?? error.message)
  return new CliError('output-unwritable', `Cannot write to the standard output: ${reason}.`, {
    cause: error,
  })
}
