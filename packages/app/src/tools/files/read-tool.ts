import { decodeText, fileKind, type StoredFile } from '@varve/workspace'
import { z } from 'zod'
import { AppError } from '../../app-error.ts'
import { aroundParts } from './around-parts.ts'
import { shownHash } from './content-guard.ts'
import { readPdfLines } from './read-pdf-lines.ts'
import { type ShownLines, showLines } from './show-lines.ts'
import { Sight } from '../sight.ts'
import { describeLineEnds } from './text-lines.ts'
import type { Tool, ToolOutcome, ToolRun } from '../tool.ts'
import { filePath, pathSchema } from '../tool-path.ts'

const schema = z.strictObject({
  path: pathSchema.describe('The file, from the root of the workspace.'),
  from: z.int().min(1).optional().describe('First line, counted from 1.'),
  to: z.int().min(1).optional().describe('Last line.'),
})

type Args = z.infer<typeof schema>

export const readTool: Tool<Args> = {
  name: 'read',
  description:
    'Read a file of the workspace, whole or by lines, exactly as it is. The first line of the result tells the lines and the hash that write and rm take.',
  reach: 'read',
  recoverable: true,
  schema,
  touches: ({ path }) => [path],
  describe: ({ path }) => `Read "${path}"`,
  run: readFile,
}

async function readFile({ path: asked, ...wanted }: Args, run: ToolRun): Promise<ToolOutcome> {
  const path = filePath(run.files, asked)
  const file = await (await Sight.of(run)).read(path)
  const untrusted = run.isUntrusted?.(file.path) ? { untrusted: true } : {}
  const text = await textOf(file, run)
  const shown = showLines(text, wanted)
  const hash = shownHash(file.contentHash)
  const place = run.isReadable(file.path, file.contentHash, shown.lines)
  if (place !== undefined)
    return {
      text: `${file.path} stands above as it is now (${place}), hash ${hash}; it is not repeated.`,
      summary: `Read "${file.path}": unchanged since ${place}`,
    }
  const head = [
    `${file.path}, ${describeLines(shown)}`,
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
    summary: `Read "${file.path}", ${describeLines(shown)}`,
    around: aroundParts(text, [[shown.start, shown.start + shown.text.length]]),
    ...untrusted,
  }
}

function textOf(file: StoredFile, { signal }: ToolRun): Promise<string> | string {
  switch (fileKind(file.path.slice(file.path.lastIndexOf('/') + 1))) {
    case 'pdf':
      return readPdfLines(file, signal)
    case 'image':
      throw new AppError('file-not-text', `"${file.path}" is a picture; the user can attach it to a message.`)
    default:
      return decodeText(file)
  }
}

function describeLines({ lines: [from, to], total }: ShownLines): string {
  return total === 0 ? 'empty' : `lines ${from}-${to} of ${total}`
}
