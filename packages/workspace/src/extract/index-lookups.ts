import type { FileKind } from '../file-kind.ts'
import type { NoteLink, ParsedNote } from '../note/parsed-note.ts'

/** What the index knows of one file without reading it again. */
export interface IndexedFile {
  readonly path: string
  readonly title: string
  readonly kind: FileKind
  readonly bytes: number
  /** Milliseconds since 1970, as the disk says. */
  readonly modified: number
  /** Milliseconds since 1970, as far as it is known. */
  readonly created: number
  readonly contentHash: string
  /** Other names that a note gives itself. */
  readonly aliases?: readonly string[]
  /** For notes. */
  readonly parsed?: ParsedNote
}

/** What extraction asks of an index. */
export interface IndexLookups {
  readonly status: () => {
    readonly state: 'starting' | 'indexing' | 'paused' | 'ready' | 'failed'
    readonly filesDone: number
    readonly filesTotal: number
  }
  /**
   * In code-unit order of their paths; without `parsed` unless asked for. `marked`: only of notes that may say of
   * themselves how far they go, which are few.
   */
  readonly files: (options?: { readonly parsed?: boolean | 'marked' }) => Promise<readonly IndexedFile[]>
  /** Paths of notes with this tag or one below it, in code-unit order. */
  readonly filesWithTag: (tag: string) => Promise<readonly string[]>
  /** At most `limit` paths below a folder, in code-unit order, and how many there are; `''` is the root. */
  readonly filesUnder: (
    folder: string,
    limit: number,
  ) => Promise<{ readonly paths: readonly string[]; readonly total: number }>
  /** Every file with this base name, whatever its folder and case: where a moved file may be. */
  readonly findByName: (name: string) => Promise<readonly string[]>
  /** Where each link of a note leads, in order. */
  readonly resolveLinks: (
    from: string,
    links: readonly NoteLink[],
  ) => Promise<readonly (string | undefined)[]>
}
