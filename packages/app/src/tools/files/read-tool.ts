import { createArtifact } from '@varve/engine'
import { liftDataImages } from '@varve/engine/internal'
import { fileKind, pdfWarnings, readPdf, readText, type StoredFile } from '@varve/workspace'
import { z } from 'zod'
import { AppError } from '../../app-error.ts'
import { aroundParts, describeLineEnds } from './text-lines.ts'
import { shownHash } from '../../files/content-guard.ts'
import { type LinesWanted, type ShownLines, showLines, showParts } from './show-lines.ts'
import { FileVisibility } from '../file-visibility.ts'
import type { Tool, ToolOutcome, ToolRun } from '../tool.ts'
import { filePath, pathSchema } from '../tool-path.ts'

const schema = z.strictObject({
  path: pathSchema.describe('The file, from the root of the workspace.'),
  from: z.int().min(1).optional().describe('First line, counted from 1; of a PDF, its first page.'),
  to: z.int().min(1).optional().describe('Last line or page.'),
})

type Args = z.infer<typeof schema>

export const readTool: Tool<Args> = {
  name: 'read',
  look: { icon: 'note', doing: 'Reading' },
  description:
    'Read a file of the workspace, whole or by lines, exactly as it is; of a PDF, the text of its pages. The first line of the result tells the lines or pages and the hash that write and rm take.',
  reach: 'read',
  recoverable: true,
  isLookup: true,
  showsText: true,
  schema,
  touches: ({ path }) => [path],
  describe: ({ path }) => `Read "${path}"`,
  run: readFile,
}

async function readFile({ path: asked, ...wanted }: Args, run: ToolRun): Promise<ToolOutcome> {
  const path = filePath(run.files, asked)
  const file = await (await FileVisibility.of(run)).read(path)
  const untrusted = run.isUntrusted?.(file.path) ? { untrusted: true } : {}
  const { text, shown, about } = await readWanted(file, wanted, run)
  const hash = shownHash(file.contentHash)
  const place = run.isReadable(file.path, file.contentHash, shown.lines)
  if (place !== undefined)
    return {
      text: `${file.path} is above as it is now (${place}), hash ${hash}; it is not repeated.`,
      summary: `Read "${file.path}": unchanged since ${place}`,
    }
  const head = [
    `${file.path}, ${about}`,
    `hash ${hash}`,
    describeLineEnds(text),
    text === '' || text.endsWith('\n') ? undefined : 'no line end at the end',
  ]
  return {
    text: [
      head.filter((part) => part !== undefined).join(', '),
      shown.text,
      ...(shown.rest ? [shown.rest] : []),
    ].join('\n'),
    summary: `Read "${file.path}", ${about}`,
    around: aroundParts(text, [[shown.start, shown.start + shown.text.length]]),
    ...readOf(file, { text, shown }),
    ...untrusted,
  }
}

/** A chat as a file has comments for Varve in it; attached, it comes without them. */
const CHAT_FILE = /^---\r?\n(?:.*\r?\n){0,40}?varve: *\d/

/** What was read, as it would be attached; nothing of a text that is attached otherwise than it is read. */
function readOf(
  { path, contentHash }: StoredFile,
  { text, shown }: Pick<ReadText, 'text' | 'shown'>,
): Pick<ToolOutcome, 'file' | 'passage'> {
  const kind = fileKind(path)
  const { lines, rest } = shown
  if (shown.text === '' || CHAT_FILE.test(text)) return {}
  if (kind === 'pdf') return { passage: { key: path, contentHash, lines, unit: 'page', text: shown.text } }
  if (rest !== undefined || shown.text !== text)
    return { passage: { key: path, contentHash, lines, text: shown.text } }
  if (liftDataImages(text).images.length > 0) return {}
  return {
    file: createArtifact({
      kind: kind === 'note' ? 'note' : 'file',
      source: { path },
      content: text,
      contentHash,
    }),
  }
}

interface ReadText {
  readonly text: string
  readonly shown: ShownLines
  /** Which of its lines or pages are shown. */
  readonly about: string
}

async function readWanted(file: StoredFile, wanted: LinesWanted, { signal }: ToolRun): Promise<ReadText> {
  const { path } = file
  switch (fileKind(path)) {
    case 'pdf':
      return readPages(file, wanted, signal)
    case 'image':
      throw new AppError('file-not-text', `"${path}" is a picture; the user can attach it to a message.`)
    default: {
      const text = await readText(file)
      const shown = showLines(text, wanted)
      return { text, shown, about: describePlace(shown, 'line') }
    }
  }
}

/** A PDF has no lines: its text is counted in pages, each under a line that names it. */
async function readPages(
  { path, bytes }: StoredFile,
  wanted: LinesWanted,
  signal: AbortSignal,
): Promise<ReadText> {
  const pdf = await readPdf(bytes, { path, signal })
  const pages = pdf.pages.map((page, at) => `[page ${pdf.firstPage + at}]\n${page}\n`)
  const shown = showParts(pages, wanted, 'page')
  const rest = [...pdfWarnings(pdf).map((warning) => `[${warning}]`), ...(shown.rest ? [shown.rest] : [])]
  return {
    text: pages.join(''),
    shown: rest.length === 0 ? shown : { ...shown, rest: rest.join('\n') },
    about: describePlace(shown, 'page'),
  }
}

function describePlace({ lines: [from, to], total }: ShownLines, unit: 'line' | 'page'): string {
  return total === 0 ? 'empty' : `${unit}s ${from}-${to} of ${total}`
}
