import { estimateTokenizer } from '@varve/engine'
import {
  type DataviewSource,
  decodeText,
  fileKind,
  type ParsedNote,
  parseNote,
  readPdf,
  readText,
  runDataview,
  type StoredFile,
} from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { fileView } from './list-files.ts'
import { openedWorkspace } from '../workspaces/opened-workspace.ts'
import type { OpenedWorkspace } from './workspace-files.ts'
import type { FileContentView, IdleQueryView, ResolvedLinkView } from '@varve/contract'

/** The result for no notes shows whether a query is valid, without reading files. */
const NO_NOTES: DataviewSource = { notes: [], resolveLink: () => undefined }

const ANY_DAY = '2000-01-01'

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
      const note = await describeNote(opened, file)
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

type NoteParts = Pick<FileContentView, 'content' | 'tags' | 'headings' | 'links' | 'incoming' | 'idleQueries'>

async function describeNote(opened: OpenedWorkspace, file: StoredFile): Promise<NoteParts> {
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
  const idle = idleQueries(file.path, parsed)
  const idleOnes = idle.length === 0 ? {} : { idleQueries: idle }
  return { content, tags, headings, links: resolved, incoming, ...idleOnes }
}

async function readPages(context: AppContext, { path, bytes, contentHash }: StoredFile): Promise<string> {
  const text = await context.readings.recall(contentHash, `pdf ${path} all`, () => readPdf(bytes, { path }))
  return text.pages.map((page, at) => `[page ${text.firstPage + at}]\n${page.trimEnd()}`).join('\n\n')
}

/** The queries of a note that give no result when it is sent, each with the reason. */
export function idleQueries(path: string, { queries }: ParsedNote): readonly IdleQueryView[] {
  return queries.flatMap(({ language, query: text }) => {
    const query = text.trim()
    if (language === 'dataviewjs') return [{ query, reason: 'This is a program, which Varve never runs.' }]
    const { kind, text: reason } = runDataview(query, { today: ANY_DAY, source: NO_NOTES, path })
    return kind === 'result' ? [] : [{ query, reason }]
  })
}
