import { estimateTokenizer } from '@varve/engine'
import {
  type DataviewResult,
  dataviewSource,
  decodeText,
  fileKind,
  type ParsedNote,
  parseNote,
  readPdf,
  readText,
  type StoredFile,
} from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { fileView } from './list-files.ts'
import { localDay } from '@varve/index'
import { wallClock } from './wall-clock.ts'
import { openedWorkspace } from '../workspaces/opened-workspace.ts'
import type { OpenedWorkspace } from './workspace-files.ts'
import type { FileContentView, NoteQueryView, ResolvedLinkView } from '@varve/contract'

/** More queries than this in one note are not run to be shown. */
const MOST_QUERIES = 50

/** A file as it is on disk now, with where a note's links lead; of a PDF its text, of a picture what it is. */
export async function readFile(
  context: AppContext,
  { workspaceId, path }: { readonly workspaceId: string; readonly path: string },
): Promise<FileContentView> {
  const opened = await openedWorkspace(context, workspaceId)
  const file = await opened.files.read(path)
  const entry = await opened.files.stat(file.path)
  const kind = fileKind(file.path)
  if (!entry || !kind) throw new AppError('file-not-text', `"${path}" is a file that Varve cannot show.`)
  const base = { ...fileView(entry), contentHash: file.contentHash }
  switch (kind) {
    case 'note': {
      const note = await describeNote(context, opened, file)
      return { ...base, ...note, ...counted(note.content) }
    }
    case 'file': {
      const content = await readText(file)
      return { ...base, content, ...counted(content) }
    }
    case 'pdf':
      return { ...base, content: await readPages(context, file) }
    case 'image':
      return { ...base, content: '' }
    default:
      kind satisfies never
      return { ...base, content: '' }
  }
}

/** Counting takes longer than reading; of longer texts the size says enough. */
const LONGEST_COUNTED = 2_000_000

/** Who has the text at hand counts it, as the commands and the offline model do, instead of guessing by its size. */
function counted(content: string): Pick<FileContentView, 'tokens'> {
  return content.length > LONGEST_COUNTED ? {} : { tokens: estimateTokenizer().count(content) }
}

type NoteParts = Pick<FileContentView, 'content' | 'tags' | 'headings' | 'links' | 'incoming' | 'queries'>

async function describeNote(
  context: AppContext,
  opened: OpenedWorkspace,
  file: StoredFile,
): Promise<NoteParts> {
  const index = await opened.index()
  const content = decodeText(file)
  const parsed = parseNote(content)
  const { tags, headings, links } = parsed
  const paths = await index.resolveLinks(file.path, links)
  const { incoming } = await index.neighbours(file.path)
  const resolved = links.map(({ line, target, alias, heading, embed }, at): ResolvedLinkView => {
    const path = paths[at]
    return {
      line,
      target,
      embed,
      ...(alias === undefined ? {} : { alias }),
      ...(heading === undefined ? {} : { heading }),
      ...(path === undefined ? {} : { path }),
    }
  })
  const base = { content, tags, headings, links: resolved, incoming }
  if (parsed.queries.length === 0) return base
  const source = dataviewSource(await index.files({ parsed: true }))
  const today = localDay(context.clock.now())
  const run = (query: string) => context.queries.run(query, { today, wallClock, source, path: file.path })
  return { ...base, queries: noteQueries(parsed, run) }
}

async function readPages(context: AppContext, { path, bytes, contentHash }: StoredFile): Promise<string> {
  const text = await context.readings.recall(contentHash, `pdf ${path} all`, () => readPdf(bytes, { path }))
  return text.pages.map((page, at) => `[page ${text.firstPage + at}]\n${page.trimEnd()}`).join('\n\n')
}

/** What the queries of a note give, each once. */
export function noteQueries(
  { queries }: Pick<ParsedNote, 'queries'>,
  run: (query: string) => DataviewResult,
): readonly NoteQueryView[] {
  const given = new Map<string, NoteQueryView>()
  for (const { language, query: written } of queries.slice(0, MOST_QUERIES)) {
    const query = written.trim()
    if (given.has(query)) continue
    if (language === 'dataviewjs')
      given.set(query, { query, text: 'This is a program, which Varve never runs.' })
    else {
      const { kind, text, rows } = run(query)
      given.set(query, { query, text, ...(kind === 'result' ? { rows } : {}) })
    }
  }
  return [...given.values()]
}
