import type { DataviewNote } from './dataview-source.ts'
import type { LinkValue, ObjectValue } from './dataview-value.ts'

/** The notes of one run, with what was already worked out about them. */
export interface Vault {
  /** In code-unit order of their paths. */
  readonly notes: readonly DataviewNote[]
  readonly note: (path: string) => DataviewNote | undefined
  readonly object: (note: DataviewNote) => ObjectValue
  /** A link as written in a note: `target#heading|alias`. */
  readonly link: (inner: string, from: string) => LinkValue
  /** Each file once, in order of appearance. */
  readonly outgoing: (note: DataviewNote) => readonly LinkValue[]
  /** Paths of notes that link to this file, or to a note of this name that does not exist, in code-unit order. */
  readonly incoming: (path: string) => readonly string[]
  /** What a moment of the disk's clock is on the wall of the one who asks. */
  readonly wallClock: (milliseconds: number) => number
}
