import type { Readable } from 'node:stream'
import type { Output } from './output.ts'

/** What a command that reads and prints is given. */
export interface CommandContext {
  readonly input: Readable
  readonly output: Output
  /** A line to the standard error. */
  readonly report: (line: string) => void
  /** The user's file with models and prices of their own; none where absent. */
  readonly config?: string
  /** Milliseconds from any start. */
  readonly timer: () => number
}
