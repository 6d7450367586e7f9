import type { LinkValue, ObjectValue } from './dataview-value.ts'
import type { ParsedNote } from '../note/parsed-note.ts'

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

/** A note as a query sees it. */
export interface DataviewNote {
  readonly path: string
  readonly parsed: ParsedNote
  readonly contentHash: string
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly modified: number
  /** Milliseconds since 1970, where the disk knows. */
  readonly created?: number
}

/** What queries run over. The order of the notes makes no difference. */
export interface DataviewSource {
  readonly notes: Iterable<DataviewNote>
  /** The path that a link in a note leads to; undefined where it leads nowhere. */
  readonly resolveLink: (target: string, from: string) => string | undefined
}
