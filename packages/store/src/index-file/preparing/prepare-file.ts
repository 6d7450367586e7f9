import { hash as digest } from 'node:crypto'
import {
  chunkNote,
  dayInName,
  decodeText,
  type FolderReader,
  indexText,
  loadPdfReader,
  type ParsedNote,
  type Passage,
  readSettledFile,
  type ScannedFile,
  type SettledFile,
  WorkspaceError,
} from '@varve/workspace/preparing'
import { baseName, titleOf } from '@varve/workspace/names'
import type { IndexLimits } from '../protocol/index-limits.ts'
import { foldedName, folderOf, isAside } from '../database/names.ts'
import { foldTags, prepareLinks } from './prepare-references.ts'
import type { FileJob, Prepared, PreparedFile, PreparedPassage } from './prepared-file.ts'
import { storeNote } from './stored-note.ts'

/** Gives a file with the stamp that belongs to its bytes. */
export type ReadContent = (file: ScannedFile, maximumBytes: number) => Promise<SettledFile>

export interface PrepareOptions {
  readonly realRoot: string
  /** From the disk where absent. */
  readonly read?: ReadContent
  readonly folders: FolderReader
  readonly limits: IndexLimits
  readonly parseNote: (text: string) => ParsedNote
}

const BLANK = 0x20
const BLANKS = [' ', '\n', '\t', '\r']
/** Below every time of a disk: the next look takes the file for changed. */
const READ_AGAIN = -1
/**
 * What is not so for long. A walk gives only plain files inside: one that is something else when it is opened was
 * swapped, and may be swapped back with the stamp that it had.
 */
const PASSING: ReadonlySet<WorkspaceError['code']> = new Set([
  'unreadable',
  'changed-while-reading',
  'path-outside',
  'not-a-file',
])

/** Reads a file and makes it ready for the index. What cannot be read is indexed by its name, with the reason. */
export async function prepareFile(job: FileJob, options: PrepareOptions): Promise<Prepared> {
  const { file } = job
  if (file.kind === 'image') return describe(file, {})
  try {
    const maximumBytes =
      file.kind === 'pdf' ? options.limits.maximumPdfBytes : options.limits.maximumFileBytes
    const read = await (options.read?.(file, maximumBytes) ?? readFromDisk(file.place, maximumBytes, options))
    const hash = digest('sha256', read.bytes)
    const seen = { ...file, ...read.stamp, changed: read.settled ? read.stamp.changed : READ_AGAIN }
    if (hash === job.knownHash) return touched(seen)
    return await prepareContent(seen, read, hash, options)
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error
    if (error.code === 'not-found') return { kind: 'gone', path: file.path }
    return describe(PASSING.has(error.code) ? { ...file, changed: READ_AGAIN } : file, {
      problem: error.message,
    })
  }
}

function readFromDisk(
  place: string,
  maximumBytes: number,
  { realRoot, folders }: PrepareOptions,
): SettledFile | Promise<SettledFile> {
  return folders.read(place, maximumBytes) ?? readSettledFile({ realRoot, place, maximumBytes })
}

/** A file by its name alone, with the reason why no more of it can be found. */
export function prepareUnreadable(job: FileJob, problem: string): PreparedFile {
  return describe(job.file, { problem })
}

function touched({ path, bytes, modified, changed, inode, created }: ScannedFile): Prepared {
  return { kind: 'touched', path, bytes, modified, changed, inode, created }
}

async function prepareContent(
  file: ScannedFile,
  { bytes }: SettledFile,
  hash: string,
  { limits, parseNote }: PrepareOptions,
): Promise<PreparedFile> {
  if (file.kind === 'pdf') return preparePdf(file, bytes, hash, limits)
  const text = decode(file.path, bytes)
  if (text === undefined) return describe(file, { hash, problem: `"${file.path}" is not UTF-8 text.` })
  if (file.kind !== 'note') return describe(file, { hash, text, passages: chunkNote(text) })
  const parsed = parseNote(text)
  return describe(file, { hash, text, parsed, passages: chunkNote(text, parsed) })
}

/** A page stands for a line: what an answer cites of a PDF is its page. */
async function preparePdf(
  file: ScannedFile,
  bytes: Uint8Array,
  hash: string,
  limits: IndexLimits,
): Promise<PreparedFile> {
  try {
    const readPdf = await loadPdfReader()
    const pdf = await readPdf(bytes, { path: file.path, limits: { pages: limits.maximumPdfPages } })
    const passages = pdf.pages.flatMap((text, index) => pagePassages(text, pdf.firstPage + index))
    return describe(file, { hash, passages })
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error
    // The bytes are known: a broken PDF is not tried again before it changes.
    return describe(file, { hash, problem: error.message })
  }
}

function pagePassages(text: string, page: number): readonly Passage[] {
  return chunkNote(text).map((passage) => ({
    lines: [page, page],
    headings: [`Page ${page}`],
    text: passage.text,
  }))
}

/** Without the mark at its start, which belongs to no word. */
function decode(path: string, bytes: Uint8Array): string | undefined {
  try {
    return decodeText({ path, bytes }).replace(/^\ufeff/, '')
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined
    throw error
  }
}

interface Content {
  readonly hash?: string
  readonly parsed?: ParsedNote
  /** Of which the passages are parts. */
  readonly text?: string
  readonly passages?: readonly Passage[]
  readonly problem?: string
}

function describe(file: ScannedFile, content: Content): PreparedFile {
  const { path, bytes } = file
  const { hash = '', parsed, text, passages = [], problem } = content
  const title = titleOf(baseName(file.path), file.kind)
  const headings = parsed?.headings.map((heading) => heading.text) ?? []
  const aliases = parsed?.aliases ?? []
  const tags = parsed?.tags ?? []
  const prepared = passages.map(preparePassage)
  const row: PreparedFile['row'] = [
    path,
    path.toLowerCase(),
    folderOf(path),
    foldedName(path),
    title,
    file.kind,
    bytes,
    file.modified,
    file.changed,
    file.inode,
    file.created,
    hash,
    countAllWords(prepared, text),
    isAside(path) ? 1 : 0,
    dayInName(path) ?? null,
    stringifyList(aliases),
    stringifyList(headings),
    stringifyList(tags),
    parsed ? storeNote(parsed) : null,
  ]
  return {
    kind: 'file',
    path,
    bytes,
    row,
    names: [indexText(title), indexList(aliases), indexList(headings), indexList(tags), indexText(path)],
    passages: prepared,
    tags: foldTags(tags),
    links: parsed ? prepareLinks(parsed) : [],
    ...(problem === undefined ? {} : { problem }),
  }
}

function preparePassage({ lines, headings, text }: Passage): PreparedPassage {
  const words = indexText(text)
  return [lines[0], lines[1], stringifyList(headings), text, words === text ? null : words]
}

function indexList(list: readonly string[]): string {
  return list.length === 0 ? '' : indexText(list.join('\n'))
}

/** Most lists are empty. */
function stringifyList(list: readonly string[]): string {
  return list.length === 0 ? '[]' : JSON.stringify(list)
}

function countAllWords(passages: readonly PreparedPassage[], text: string | undefined): number {
  // A text in one piece is run through several times as fast as parts of it are.
  if (text !== undefined && passages.every(([, , , , words]) => words === null)) return countWords(text)
  return passages.reduce((sum, [, , , passage, words]) => sum + countWords(words ?? passage), 0)
}

/** Runs of anything but blanks: each but the last ends before one. */
function countWords(text: string): number {
  let count = text.charCodeAt(text.length - 1) > BLANK ? 1 : 0
  // The search for a character is no JavaScript, and so is quick from the first note on.
  for (const blank of BLANKS)
    for (let at = text.indexOf(blank, 1); at > 0; at = text.indexOf(blank, at + 1))
      if (text.charCodeAt(at - 1) > BLANK) count++
  return count
}
