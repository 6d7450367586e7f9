import type { Artifact } from '@varve/engine'
import type { ArtifactRole, Priority, Hash } from '@varve/engine/internal'
import type { DataviewCache } from '../dataview/run-dataview.ts'
import type { StoredFile } from '../file-store/file-store.ts'
import type { PrivacyRules } from '../privacy/privacy-of.ts'
import type { ExtractionBuilder, ExtractLimits } from './extraction.ts'
import type { FileKind } from '../file-kind.ts'
import type { NoteLink, ParsedNote } from '../note/parsed-note.ts'
import { WorkspaceError } from '../workspace-error.ts'

export interface ChatText {
  readonly title: string
  /** Questions and answers as Markdown. */
  readonly text: string
}

export interface UploadedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** By id, inside this workspace only: what belongs to another one is `foreign` and is never read. */
export type Held<Thing> =
  | { readonly kind: 'found'; readonly thing: Thing }
  | { readonly kind: 'missing' }
  /** Of this workspace, and not for who will read it. */
  | { readonly kind: 'withheld' }
  | { readonly kind: 'foreign' }

/** A page as an artifact, and what should be said about it. */
export interface ReadPage {
  readonly artifact: Artifact
  readonly warnings: readonly string[]
}

/** Everything that extraction may ask; the disk, the network and the clock are behind these. */
export interface ExtractSources {
  /** A file of more bytes is not read. */
  readonly readFile: (path: string, maximumBytes?: number) => Promise<StoredFile>
  /** Opened on first use. While it is being built, waits a little and reports what is missing. */
  readonly settledIndex: () => Promise<IndexLookups>
  /** Absent where the network may not be used: then a URL is listed as left out. */
  readonly readPage?: ((url: string) => Promise<ReadPage>) | undefined
  /** A picture of the web; absent where the user has not agreed to fetch any. [V-1] */
  readonly fetchImage?: ((url: string) => Promise<Uint8Array>) | undefined
  readonly findChat?: ((id: string) => Promise<Held<ChatText>>) | undefined
  readonly findUpload?: ((id: string) => Promise<Held<UploadedFile>>) | undefined
  /** `YYYY-MM-DD` where the user is: what "today" means in a query. */
  readonly today: string
  /** Converts a time to the local clock, in milliseconds as if it were UTC: for the times of files in a query. */
  readonly wallClock: (milliseconds: number) => number
  /** Which files are not for everybody, and who will read what is extracted. */
  readonly privacy: PrivacyRules
  readonly audience: 'this-machine' | 'cloud'
  readonly limits: ExtractLimits
  readonly memo: ReadingMemo
  readonly queries: DataviewCache
}

/** One extraction under way. */
export interface Extracting {
  readonly sources: ExtractSources
  readonly into: ExtractionBuilder
}

/** The result of extracting a file. */
export interface Brought {
  readonly characters: number
  /** Of a note that is only listed, and has more to it than its text. */
  readonly leftBehind?: LeftBehind
}

/** The parts of a note that a listing doesn't include. */
export interface LeftBehind {
  /** Files that it shows or embeds; the listing may bring them as well, by themselves. */
  readonly paths: readonly string[]
  readonly hasQueries: boolean
}

/** How a file came into the turn. */
export interface Standing {
  readonly role?: ArtifactRole | undefined
  readonly priority?: Priority | undefined
  /** How many embeds lead here from what the user named. */
  readonly depth: number
  /** One of many, by a folder or a tag: it brings its own text and nothing that it embeds. */
  readonly isListed?: boolean
  /** Characters that it may bring; no limit where absent. */
  readonly room?: number
}

/** A file as the index knows it. */
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

/** The lookups that extraction needs of an index. */
export interface IndexLookups {
  readonly status: () => {
    readonly state: 'starting' | 'indexing' | 'paused' | 'ready' | 'failed'
    readonly filesDone: number
    readonly filesTotal: number
  }
  /**
   * Ordered by path; `parsed` only on request. `marked`: only notes that may carry privacy marks, which are
   * few.
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

/** How many results are kept: what a person attaches over some drafts, not a whole library. */
const KEPT = 64
/** An abandoned document cost a thread half a minute: typing must not start that again. */
const GIVEN_UP_MILLISECONDS = 5 * 60_000

/**
 * Results of costly readings by content hash, so that a draft that is looked at with every key press reads a
 * PDF once. The oldest makes room.
 */
export class ReadingMemo {
  readonly #results = new Map<string, Promise<unknown>>()

  /** The same hash and form give the same result. Failures are retried, timeouts only after a while. */
  recall<Result>(hash: Hash, form: string, read: () => Promise<Result>): Promise<Result> {
    const name = `${hash} ${form}`
    const known = this.#results.get(name) as Promise<Result> | undefined
    if (known) return known
    const reading = read()
    this.#results.set(name, reading)
    reading.catch((error: unknown) => {
      const forget = (): void => {
        if (this.#results.get(name) === reading) this.#results.delete(name)
      }
      if (wasGivenUp(error)) setTimeout(forget, GIVEN_UP_MILLISECONDS).unref()
      else forget()
    })
    for (const oldest of this.#results.keys()) {
      if (this.#results.size <= KEPT) break
      this.#results.delete(oldest)
    }
    return reading
  }
}

function wasGivenUp(error: unknown): boolean {
  return error instanceof WorkspaceError && /^document-(?:timeout|too-large)$/.test(error.code)
}
