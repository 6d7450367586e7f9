import type { Artifact } from '@varve/engine'
import type { ArtifactRole, Priority } from '@varve/engine/internal'
import type { DataviewCache } from '../dataview/dataview-cache.ts'
import type { StoredFile } from '../file-store/file-store.ts'
import type { PrivacyRules } from '../privacy/privacy-rules.ts'
import type { ExtractLimits } from './extract-limits.ts'
import type { ExtractionBuilder } from './extraction.ts'
import type { IndexLookups } from './index-lookups.ts'
import type { ReadingMemo } from './reading-memo.ts'

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

/** Everything that extraction may ask; the disk, the network and the clock stand behind these. */
export interface ExtractSources {
  /** A file of more bytes is not read. */
  readonly readFile: (path: string, maximumBytes?: number) => Promise<StoredFile>
  /** Opened when something asks for it, and waited for a little while it is being built; what it lacks is said. */
  readonly settledIndex: () => Promise<IndexLookups>
  /** Absent where the network may not be used: then a URL is listed as left out. */
  readonly readPage?: ((url: string) => Promise<ReadPage>) | undefined
  /** A picture of the web; absent where the user has not agreed to fetch any. [V-1] */
  readonly fetchImage?: ((url: string) => Promise<Uint8Array>) | undefined
  readonly findChat?: ((id: string) => Promise<Held<ChatText>>) | undefined
  readonly findUpload?: ((id: string) => Promise<Held<UploadedFile>>) | undefined
  /** `YYYY-MM-DD` where the user is: what "today" means in a query. */
  readonly today: string
  /** What a moment is on the clock there, in milliseconds as if that clock were UTC: the times of files in a query. */
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

/** What came of a file. */
export interface Brought {
  readonly characters: number
  /** Of a note that is only listed, and has more to it than its text. */
  readonly leftBehind?: LeftBehind
}

/** What a listing does not bring of a note. */
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
