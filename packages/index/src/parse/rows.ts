/** The rows of a file in the tables of an index. */
import type { NoteLink, ParsedNote } from '@varve/workspace/notes'
import { linkName } from '../database/names.ts'
import type { ScannedFile } from '../scan/scan-folder.ts'
import { foldTag } from '../search/fold-tag.ts'

/** A file to be read, and what the index has of it. */
export interface FileJob {
  readonly file: ScannedFile
  /** Empty where the index has nothing of it. */
  readonly knownHash: string
}

/** `name` is the file name whose creation or removal could change the link's target. */
export type LinkRow = readonly [line: number, name: string, form: NoteLink['form'], target: string]

/** As tags are compared, and as this one is written. */
export type TagRow = readonly [fold: string, tag: string]

/** `headings` as JSON; `words` as the index takes them, where they are not the text itself. */
export type PassageRow = readonly [
  fromLine: number,
  toLine: number,
  headings: string,
  text: string,
  words: string | null,
]

/** A file as rows: lists and not objects, since carrying those from thread to thread takes twice as long. */
export interface ParsedFile {
  readonly kind: 'file'
  readonly path: string
  readonly bytes: number
  /** In the order of `FILE_COLUMNS`. */
  readonly row: readonly (string | number | null)[]
  /** As the index takes them. */
  readonly names: readonly [title: string, aliases: string, headings: string, tags: string, path: string]
  readonly passages: readonly PassageRow[]
  readonly tags: readonly TagRow[]
  readonly links: readonly LinkRow[]
  readonly problem?: string
}

/** Only its stamp is new. */
export interface TouchedFile {
  readonly kind: 'touched'
  readonly path: string
  readonly stamp: readonly [bytes: number, modified: number, changed: number, inode: number, created: number]
}

export interface GoneFile {
  readonly kind: 'gone'
  readonly path: string
}

export type ParseResult = ParsedFile | TouchedFile | GoneFile

const EMPTY: ParsedNote = {
  frontMatter: { values: {} },
  headings: [],
  tags: [],
  aliases: [],
  links: [],
  blocks: [],
  fields: [],
  items: [],
  callouts: [],
  queries: [],
}
const LEADS_OUT = /^(?:[a-z][a-z\d+.-]*:\/\/|mailto:)/i

/** A parsed note as JSON without what is empty, which is most of it in most notes. */
export function storeNote(note: ParsedNote): string {
  const { frontMatter, ...lists } = note
  const filled = Object.entries(lists).filter(([, list]) => list.length > 0)
  const hasFrontMatter = frontMatter.lines !== undefined || frontMatter.problem !== undefined
  return JSON.stringify({ ...(hasFrontMatter ? { frontMatter } : {}), ...Object.fromEntries(filled) })
}

export function readStoredNote(json: string): ParsedNote {
  return { ...EMPTY, ...(JSON.parse(json) as Partial<ParsedNote>) }
}

/** The links of a note that may lead to a file, in order. */
export function linkRows({ links }: Pick<ParsedNote, 'links'>): readonly LinkRow[] {
  return links
    .filter(({ target }) => !LEADS_OUT.test(target))
    .map(({ line, form, target }) => [line, linkName(target), form, target])
}

/** Each tag once. */
export function tagRows(tags: readonly string[]): readonly TagRow[] {
  return [...new Map(tags.map((tag) => [foldTag(tag), tag]))]
}
