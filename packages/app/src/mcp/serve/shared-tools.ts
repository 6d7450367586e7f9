import { renderPlace } from '@varve/engine/internal'
import type { ToolExchange } from '@varve/engine/internal'
import { decodeText, type FileEntry } from '@varve/workspace'
import { z } from 'zod'
import { MEMORY_PATH, memoryText } from '../../memory/memory.ts'
import { fileTreeTool } from '../../tools/files/file-tree-tool.ts'
import { localSearchTool } from '../../tools/local-search-tool.ts'
import { readTool } from '../../tools/files/read-tool.ts'
import { FileVisibility } from '../../tools/file-visibility.ts'
import type { Tool, ToolOutcome, ToolRun } from '../../tools/tool.ts'
import { TOOL_LIMITS } from '../../tools/tool-limits.ts'
import { toolProblem } from '../../tools/tool-problem.ts'
import { isLink, type TrustCheck } from '../../trust/trust.ts'

const query = z
  .string()
  .min(1)
  .max(TOOL_LIMITS.queryCharacters)
  .describe('Words for what is sought, "phrases", #tags, -without.')

const searchSchema = z.strictObject({
  query,
  folder: z.string().max(TOOL_LIMITS.pathCharacters).optional().describe('Only below this folder.'),
  limit: z.int().min(1).max(TOOL_LIMITS.searchHits).optional().describe('Passages at most; 8 where absent.'),
})

const contextSchema = z.strictObject({
  query: query.optional().describe('What the task is about; brings the passages that speak of it.'),
})

type ContextArgs = z.infer<typeof contextSchema>

const RECENT = 10
const RELEVANT = 6
const OUTLINE_DEPTH = 3

/** What the tools need beside the rest: without it no file is an instruction. */
export interface SharedRun extends ToolRun {
  /** As it is at the moment of the call. */
  readonly trust?: () => Promise<TrustCheck>
}

/** A tool whose results programs can read without taking words apart. */
export interface SharedTool extends Tool<unknown> {
  readonly output: z.ZodType<object>
  readonly structure: (outcome: ToolOutcome, args: unknown) => object
}

const place = {
  path: z.string(),
  from: z.int().optional().describe('First line, or page of a PDF.'),
  to: z.int().optional(),
}

/** What other assistants can ask of a workspace: they look, and change nothing. */
export const SHARED_TOOLS: readonly SharedTool[] = [
  {
    name: 'context',
    description:
      'What this workspace is: its folders and files, how many there are, what is remembered about the user, and the notes that matter for a task. Begin here.',
    reach: 'read',
    recoverable: true,
    schema: contextSchema,
    touches: () => [],
    describe: () => 'Give the context of the workspace',
    run: giveContext,
    output: z.object({ sections: z.array(z.object({ title: z.string(), text: z.string() })) }),
    structure: ({ text }: ToolOutcome) => ({ sections: sectionsOf(text) }),
  } satisfies Tool<ContextArgs> & Pick<SharedTool, 'output' | 'structure'>,
  {
    ...readTool,
    description: 'Read a file of the workspace, whole or by lines. PDFs are read as text.',
    output: z.object({ ...place, about: z.string(), text: z.string() }),
    structure: readStructure,
  },
  {
    name: 'search',
    description:
      'Search the notes and files of the workspace by words and meaning. Gives passages with path, lines and headings, best first.',
    reach: 'read',
    recoverable: true,
    schema: searchSchema,
    touches: () => [],
    describe: ({ query: words }) => `Search for "${words}"`,
    run: async (args, run) => withHits(await localSearchTool.run(args, run)),
    output: z.object({ passages: z.array(z.object({ ...place, text: z.string() })) }),
    structure: ({ hits = [] }: ToolOutcome) => ({
      passages: hits.map(({ key, lines, text }) => ({
        path: key,
        ...(lines ? { from: lines[0], to: lines[1] } : {}),
        text,
      })),
    }),
  } satisfies Tool<z.infer<typeof searchSchema>> & Pick<SharedTool, 'output' | 'structure'>,
] as readonly SharedTool[]

/** The first line says which file it is and what of it is shown. */
function readStructure({ text }: ToolOutcome, args: unknown): object {
  const { path, from, to } = args as { readonly path: string; readonly from?: number; readonly to?: number }
  const end = text.indexOf('\n')
  const about = end < 0 ? text : text.slice(0, end)
  return {
    path,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    about,
    text: end < 0 ? '' : text.slice(end + 1),
  }
}

function sectionsOf(text: string): readonly { readonly title: string; readonly text: string }[] {
  return text
    .split(/^## (?=Files$|Outline$|What is remembered$|Relevant notes$|Changed last$)/m)
    .flatMap((part) => {
      const end = part.indexOf('\n')
      return end < 0 ? [] : [{ title: part.slice(0, end), text: part.slice(end + 1).trim() }]
    })
}

/** Passages as text: another assistant has no layer that would show them. */
function withHits({ hits = [], ...outcome }: ToolOutcome): ToolOutcome {
  return { ...outcome, hits, text: [outcome.text, ...hits.map(hitText)].join('\n\n') }
}

function hitText({ key, lines, unit, text }: NonNullable<ToolExchange['hits']>[number]): string {
  return `${key}${lines ? `, ${renderPlace(lines, unit)}` : ''}\n${text}`
}

async function giveContext({ query: words }: ContextArgs, run: SharedRun): Promise<ToolOutcome> {
  const sight = await FileVisibility.of(run)
  const { files } = await sight.listSeen()
  const outline = await fileTreeTool.run({ depth: OUTLINE_DEPTH }, run)
  const memory = await memoryOf(sight, await run.trust?.())
  const relevant = words === undefined ? undefined : await relevantNotes(words, run)
  const parts = [
    `## Files\n${[statistics(files), ...(sight.remark === undefined ? [] : [`[${sight.remark}]`])].join('\n')}`,
    `## Outline\n${outline.text}`,
    ...(memory === '' ? [] : [`## What is remembered\n${memory}`]),
    relevant ? `## Relevant notes\n${relevant.text}` : recentNotes(files),
  ]
  const { around = [] } = relevant ?? {}
  return { text: parts.join('\n\n'), summary: 'Gave the context of the workspace', around }
}

/** Only of what may be seen: also a number tells something. */
function statistics(files: readonly FileEntry[]): string {
  const kinds = new Map<string, number>()
  for (const { kind } of files) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  const counts = [...kinds].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, count]) => `${kind}: ${count}`)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return `${files.length} files, ${bytes} bytes (${counts.join(', ')})`
}

async function memoryOf(sight: FileVisibility, trustOf?: TrustCheck): Promise<string> {
  try {
    const file = await sight.readIfThere(MEMORY_PATH)
    if (!file || !trustOf) return ''
    const read = { path: MEMORY_PATH, hash: file.contentHash, isLink: isLink(MEMORY_PATH, file) }
    return trustOf(read) === 'untrusted' ? '' : memoryText(decodeText(file))
  } catch (error) {
    // It is withheld, or no text: then nothing is remembered for others.
    if (toolProblem(error) === undefined) throw error
    return ''
  }
}

function recentNotes(files: readonly FileEntry[]): string {
  const notes = files.filter(({ kind, path }) => kind === 'note' && !path.startsWith('Varve/'))
  const newest = notes.toSorted((a, b) => b.modified - a.modified || (a.path < b.path ? -1 : 1))
  const lines = newest
    .slice(0, RECENT)
    .map(({ path, modified }) => `- ${path} (${new Date(modified).toISOString().slice(0, 10)})`)
  return ['## Changed last', ...lines].join('\n')
}

async function relevantNotes(words: string, run: ToolRun): Promise<ToolOutcome> {
  return withHits(await localSearchTool.run({ query: words, limit: RELEVANT }, run))
}
