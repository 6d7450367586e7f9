import type { FileKind, NoteLink, ScannedFile } from '@varve/workspace'

/** A link that may lead to a file, and what is stored of it. */
export interface PreparedLink {
  readonly link: NoteLink
  readonly json: string
  /** What a file that comes or goes must be called to make it lead elsewhere. */
  readonly name: string
}

/** A file to be read, and what the index has of it. */
export interface FileJob {
  readonly file: ScannedFile
  /** Empty where the index has nothing of it. */
  readonly knownHash: string
}

export interface PreparedPassage {
  readonly fromLine: number
  readonly toLine: number
  /** As JSON. */
  readonly headings: string
  readonly text: string
  /** The words as the index takes them, where they are not the text itself. */
  readonly words?: string
}

/** A file as rows: all that takes time is done, so that the writing thread only writes. */
export interface PreparedFile {
  readonly kind: 'file'
  readonly path: string
  readonly pathFold: string
  readonly folder: string
  /** As `nameOf` gives it. */
  readonly name: string
  readonly fileKind: FileKind
  readonly title: string
  readonly bytes: number
  readonly modified: number
  /** Negative where the file must be read again at the next look, whatever its stamp says. */
  readonly changed: number
  readonly inode: number
  readonly hash: string
  readonly words: number
  readonly nameDay: string | null
  /** As JSON. */
  readonly aliases: string
  readonly headings: string
  readonly parsed: string | null
  readonly tags: string
  /** Each tag as it is compared, once, and as it is written. */
  readonly foldedTags: readonly (readonly [fold: string, tag: string])[]
  readonly links: readonly PreparedLink[]
  /** Title, aliases, headings, tags and path as the index takes them. */
  readonly indexed: readonly [title: string, aliases: string, headings: string, tags: string, path: string]
  readonly passages: readonly PreparedPassage[]
  readonly problem?: string
}

/** Only its stamp is new. */
export interface TouchedFile {
  readonly kind: 'touched'
  readonly path: string
  readonly bytes: number
  readonly modified: number
  readonly changed: number
  readonly inode: number
}

export interface GoneFile {
  readonly kind: 'gone'
  readonly path: string
}

export type Prepared = PreparedFile | TouchedFile | GoneFile
