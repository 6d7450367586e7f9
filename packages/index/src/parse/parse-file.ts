import { hash as digest } from 'node:crypto'
import {
  baseName,
  readText,
  indexText,
  parseNote,
  type ParsedNote,
  readPdf,
  titleOf,
  WorkspaceError,
} from '@varve/workspace/notes'
import { readSettledFile, type SettledFile } from '../scan/read-settled-file.ts'
import type { ScannedFile } from '../scan/scan-folder.ts'
import { chunkNote, type Passage } from '../search/chunk-note.ts'
import { dayInName } from '../search/query/day.ts'
import { foldedName, folderOf, isAside } from '../database/names.ts'
import type { IndexLimits } from '../protocol.ts'
import {
  type FileJob,
  linkRows,
  type ParsedFile,
  type ParseResult,
  type PassageRow,
  storeNote,
  tagRows,
} from './rows.ts'

export interface ParseOptions {
  readonly realRoot: string
  readonly limits: IndexLimits
  /** Gives a file with the stamp that belongs to its bytes; from the disk where absent. */
  readonly read?: (file: ScannedFile, maximumBytes: number) => Promise<SettledFile>
}

const BLANK = 0x20
/** Below every time of a disk: the next scan takes the file for changed. */
const READ_AGAIN = -1
/**
 * Temporary conditions. A scan returns only plain files inside the folder, so one that has become something
 * else was swapped, and may be swapped back with the same stamp.
 */
const PASSING: ReadonlySet<WorkspaceError['code']> = new Set([
  'unreadable',
  'changed-while-reading',
  'path-outside',
  'not-a-file',
])

/** Parses files one after another, in order. One that breaks its parser is reported and stops nothing. */
export async function parseFiles(
  jobs: readonly FileJob[],
  options: ParseOptions,
): Promise<readonly ParseResult[]> {
  const results: ParseResult[] = []
  for (const job of jobs)
    try {
      results.push(await parseFile(job, options))
    } catch (error) {
      results.push(unparsedFile(job, error instanceof Error ? error.message : String(error)))
    }
  return results
}

/** A file by its name alone, with the reason why no more of it can be found. */
export function unparsedFile({ file }: FileJob, reason: string): ParsedFile {
  return rowsOf(file, { problem: `"${file.path}" cannot be indexed: ${reason.replace(/\.$/, '')}.` })
}

/** Reads a file and makes its rows. A file that can't be read is indexed by name, with the reason. */
async function parseFile(job: FileJob, options: ParseOptions): Promise<ParseResult> {
  const { file } = job
  const { realRoot, limits } = options
  if (file.kind === 'image') return rowsOf(file, {})
  try {
    const maximumBytes = file.kind === 'pdf' ? limits.maximumPdfBytes : limits.maximumFileBytes
    const read = await (options.read
      ? options.read(file, maximumBytes)
      : readSettledFile({ realRoot, place: file.place, maximumBytes }))
    const hash = digest('sha256', read.bytes)
    const stamp = { ...read.stamp, changed: read.settled ? read.stamp.changed : READ_AGAIN }
    if (hash !== job.knownHash) return await parseContent({ ...file, ...stamp }, read.bytes, hash, limits)
    const { bytes, modified, changed, inode, created } = stamp
    return { kind: 'touched', path: file.path, stamp: [bytes, modified, changed, inode, created] }
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error
    if (error.code === 'not-found') return { kind: 'gone', path: file.path }
    const problem = error.message
    return rowsOf(PASSING.has(error.code) ? { ...file, changed: READ_AGAIN } : file, { problem })
  }
}

async function parseContent(
  file: ScannedFile,
  bytes: Uint8Array,
  hash: string,
  limits: IndexLimits,
): Promise<ParsedFile> {
  const { path, kind } = file
  try {
    if (kind === 'pdf') return rowsOf(file, { hash, passages: await pdfPassages(path, bytes, limits) })
    // Without the mark at its start, which belongs to no word.
    const text = (await readText({ path, bytes })).replace(/^\ufeff/, '')
    if (kind !== 'note') return rowsOf(file, { hash, passages: chunkNote(text) })
    const parsed = parseNote(text)
    return rowsOf(file, { hash, parsed, passages: chunkNote(text, parsed) })
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error
    // The bytes are known: a broken file is not tried again before it changes.
    const problem = kind === 'pdf' ? error.message : `"${path}" is not UTF-8 text.`
    return rowsOf(file, { hash, problem })
  }
}

/** A page takes the place of lines: what an answer cites of a PDF is its page. */
async function pdfPassages(
  path: string,
  bytes: Uint8Array,
  limits: IndexLimits,
): Promise<readonly Passage[]> {
  const pdf = await readPdf(bytes, { path, limits: { pages: limits.maximumPdfPages } })
  return pdf.pages.flatMap((text, index) => {
    const page = pdf.firstPage + index
    return chunkNote(text).map((passage) => ({
      lines: [page, page],
      headings: [`Page ${page}`],
      text: passage.text,
    }))
  })
}

interface Content {
  readonly hash?: string
  readonly parsed?: ParsedNote
  readonly passages?: readonly Passage[]
  readonly problem?: string
}

function rowsOf(file: ScannedFile, content: Content): ParsedFile {
  const { path, bytes } = file
  const { hash = '', parsed, problem } = content
  const title = titleOf(baseName(path), file.kind)
  const headings = parsed?.headings.map((heading) => heading.text) ?? []
  const { aliases = [], tags = [] } = parsed ?? {}
  const passages = (content.passages ?? []).map(passageRow)
  return {
    kind: 'file',
    path,
    bytes,
    row: [
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
      passages.reduce((sum, [, , , text, words]) => sum + countWords(words ?? text), 0),
      isAside(path) ? 1 : 0,
      dayInName(path) ?? null,
      JSON.stringify(aliases),
      JSON.stringify(headings),
      JSON.stringify(tags),
      parsed ? storeNote(parsed) : null,
    ],
    names: [
      indexText(title),
      indexText(aliases.join('\n')),
      indexText(headings.join('\n')),
      indexText(tags.join('\n')),
      indexText(path),
    ],
    passages,
    tags: tagRows(tags),
    links: parsed ? linkRows(parsed) : [],
    ...(problem === undefined ? {} : { problem }),
  }
}

function passageRow({ lines, headings, text }: Passage): PassageRow {
  const words = indexText(text)
  return [lines[0], lines[1], JSON.stringify(headings), text, words === text ? null : words]
}

/** Runs of anything but blanks. */
function countWords(text: string): number {
  let count = 0
  let wasBlank = true
  for (let at = 0; at < text.length; at++) {
    const isBlank = text.charCodeAt(at) <= BLANK
    if (wasBlank && !isBlank) count++
    wasBlank = isBlank
  }
  return count
}
