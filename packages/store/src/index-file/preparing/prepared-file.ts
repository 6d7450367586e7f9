import type { FileKind, NoteLink, ScannedFile } from '@varve/workspace'

/** What is stored of a link that may lead to a file, but for where it leads. */
export type PreparedLink = readonly [
  line: number,
  /** What a file that comes or goes must be called to make it lead elsewhere. */
  name: string,
  form: NoteLink['form'],
  target: string,
]

/** A file to be read, and what the index has of it. */
export interface FileJob {
  readonly file: ScannedFile
  /** Empty where the index has nothing of it. */
  readonly knownHash: string
}

export type PreparedPassage = readonly [
  fromLine: number,
  toLine: number,
  /** As JSON. */
  headings: string,
  text: string,
  /** The words as the index takes them, where they are not the text itself. */
  words: string | null,
]

/** What is stored of a file, by the columns of its table, `id` left out. */
export type PreparedFileRow = readonly [
  path: string,
  pathFold: string,
  folder: string,
  /** As `foldedName` gives it. */
  name: string,
  title: string,
  kind: FileKind,
  bytes: number,
  modified: number,
  /** Negative where the file must be read again at the next look, whatever its stamp says. */
  changed: number,
  inode: number,
  created: number,
  hash: string,
  words: number,
  /** 1 in Varve's own folder. */
  aside: number,
  nameDay: string | null,
  /** This and the next three as JSON. */
  aliases: string,
  headings: string,
  tags: string,
  parsed: string | null,
]

/**
 * A file as rows: all that takes time is done, so that the writing thread only writes. They are lists and not objects,
 * since carrying those from thread to thread takes twice as long.
 */
export interface PreparedFile {
  readonly kind: 'file'
  readonly path: string
  readonly bytes: number
  readonly row: PreparedFileRow
  /** Title, aliases, headings, tags and path as the index takes them. */
  readonly names: readonly [title: string, aliases: string, headings: string, tags: string, path: string]
  readonly passages: readonly PreparedPassage[]
  /** Each tag as it is compared, once, and as it is written. */
  readonly tags: readonly (readonly [fold: string, tag: string])[]
  readonly links: readonly PreparedLink[]
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
  readonly created: number
}

export interface GoneFile {
  readonly kind: 'gone'
  readonly path: string
}

export type Prepared = PreparedFile | TouchedFile | GoneFile
