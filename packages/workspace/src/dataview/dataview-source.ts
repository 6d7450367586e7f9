import type { ParsedNote } from '../note/parsed-note.ts'

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
