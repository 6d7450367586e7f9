import { localDay, type SearchHit as IndexHit, type SearchIndex, type SearchRequest } from '@varve/index'
import { decodeText } from '@varve/workspace'
import { z } from 'zod'
import { aroundParts, lineStarts, splitLines } from './files/text-lines.ts'
import { wholePart } from './files/show-lines.ts'
import { FileVisibility } from './file-visibility.ts'
import type { SearchHit, Tool, ToolOutcome, ToolRun } from './tool.ts'
import { TOOL_LIMITS } from './tool-limits.ts'
import { folderPath, folderSchema } from './tool-path.ts'
import { toolProblem } from './tool-problem.ts'

const day = z.iso.date()
const schema = z.strictObject({
  query: z
    .string()
    .min(1)
    .max(TOOL_LIMITS.queryCharacters)
    .describe('Words for what is sought, "phrases", #tags, -without.'),
  folder: folderSchema.optional().describe('Only below this folder.'),
  changedFrom: day.optional().describe('First day, YYYY-MM-DD; timeRange gives days.'),
  changedBefore: day.optional().describe('The day after the last one.'),
  limit: z.int().min(1).max(TOOL_LIMITS.searchHits).optional().describe('Hits at most; 8 where absent.'),
})

type Args = z.infer<typeof schema>

const DEFAULT_HITS = 8
/** What an index gives at most. */
const MOST_ASKED = 100

export const localSearchTool: Tool<Args> = {
  name: 'localSearch',
  look: { icon: 'search', doing: 'Searching' },
  description:
    'Search the notes and files of the workspace by words and meaning. Gives passages with path, lines and headings, best first.',
  reach: 'read',
  recoverable: true,
  isLookup: true,
  showsText: true,
  schema,
  touches: () => [],
  describe: ({ query }) => `Search for "${query}"`,
  run: search,
}

async function search(args: Args, run: ToolRun): Promise<ToolOutcome> {
  const { found, notes, remark, isReady } = await searchNotes(args, run)
  const hits = found.map(({ hit }) => hit)
  const isUntrusted = hits.some(({ key }) => run.isUntrusted?.(key))
  const remarks = [
    ...notes.map((note) => `[${note}]`),
    ...(remark === undefined ? [] : [`[${remark}]`]),
    ...(isReady ? [] : ['[not all files have been read yet; there may be more]']),
  ]
  const count = hits.length === 0 ? 'nothing' : `${hits.length} ${hits.length === 1 ? 'passage' : 'passages'}`
  return {
    text: [hits.length === 0 ? 'No passage was found.' : `${count}, best first:`, ...remarks].join('\n'),
    summary: `Searched for "${args.query}": ${count}`,
    hits,
    around: found.flatMap(({ around }) => around),
    ...(isUntrusted ? { untrusted: true } : {}),
  }
}

/** What a search of the notes finds that may be seen, best first. */
export async function searchNotes(args: Args, run: ToolRun): Promise<NotesSearch> {
  const index = await run.index()
  const sight = await FileVisibility.of(run)
  const request = {
    text: searchText(args, run),
    limit: args.limit ?? run.searchHits ?? DEFAULT_HITS,
    today: localDay(run.now),
    ...(run.conversation ? { conversation: run.conversation } : {}),
  }
  const seen = await searchSeen(index, sight, request)
  const { state, filesTotal, embeddings } = index.status()
  const isReady = state === 'ready'
  return { ...seen, remark: sight.remark, isReady, files: filesTotal, byMeaning: embeddings !== undefined }
}

export interface NotesSearch extends SeenHits {
  /** In words, where nothing can be seen. */
  readonly remark: string | undefined
  readonly isReady: boolean
  readonly files: number
  /** Scores are of another scale then. */
  readonly byMeaning: boolean
}

export interface SeenHit {
  readonly hit: SearchHit
  /** As the file has it, without its headings. */
  readonly passage: string
  readonly title: string
  /** How much of the question it holds, from 0 to 1. */
  readonly coverage: number
  readonly score: number
  /** What stands around it in its file. */
  readonly around: readonly string[]
}

interface SeenHits {
  readonly found: readonly SeenHit[]
  readonly notes: readonly string[]
}

/** Asks again without the files that may not be seen, until none of them takes the place of another. */
async function searchSeen(
  index: SearchIndex,
  sight: FileVisibility,
  request: SearchRequest & { readonly limit: number },
): Promise<SeenHits> {
  const { limit } = request
  if (sight.remark !== undefined) return { found: [], notes: [] }
  const exclude = new Set<string>()
  for (let asked = limit; ; asked = MOST_ASKED) {
    const answer = await index.search({ ...request, limit: asked, exclude: [...exclude] })
    const found: SeenHit[] = []
    const before = exclude.size
    const copies = new Map<string, string[]>()
    for (const indexed of answer.hits) {
      if (found.length === limit) break
      const seen = await hitOf(indexed, sight)
      const same = seen && found.find(({ hit }) => hit.text === seen.hit.text)
      if (same) copies.set(same.hit.key, [...(copies.get(same.hit.key) ?? []), seen.hit.key])
      else if (seen) found.push(seen)
      else exclude.add(indexed.path)
    }
    const also = [...copies].map(([path, others]) => `the passage of ${path} is also in ${others.join(', ')}`)
    if (found.length === limit || exclude.size === before) return { found, notes: [...answer.notes, ...also] }
  }
}

function searchText({ query, folder, changedFrom, changedBefore }: Args, { files }: ToolRun): string {
  const path = folderPath(files, folder)
  // A quote would end the value early and only widen the search; it is left to match nothing else.
  const inside = path === '' ? [] : [`in:"${path.replaceAll('"', ' ')}"`]
  const after = changedFrom === undefined ? [] : [`after:${changedFrom}`]
  const before = changedBefore === undefined ? [] : [`before:${changedBefore}`]
  return [query, ...inside, ...after, ...before].join(' ')
}

/** The passage as the file has it now; none where it may not be seen or is gone. */
async function hitOf(hit: IndexHit, sight: FileVisibility): Promise<SeenHit | undefined> {
  try {
    const file = await sight.read(hit.path)
    const isText = hit.kind === 'note' || hit.kind === 'file'
    const { passage, around } = isText
      ? passageOf(decodeText(file), hit.lines)
      : { passage: wholePart(hit.snippet, TOOL_LIMITS.hitCharacters), around: [] }
    const heading = hit.headings.length === 0 ? '' : `[${hit.headings.join(' > ')}]\n`
    const text = heading + passage
    const { lines, unit } = hit
    const place = { lines, ...(unit ? { unit } : {}) }
    const { title, coverage, score } = hit
    return {
      hit: { key: file.path, contentHash: file.contentHash, ...place, text },
      passage,
      title,
      coverage,
      score,
      around,
    }
  } catch (error) {
    if (toolProblem(error) === undefined) throw error
    return undefined
  }
}

function passageOf(
  text: string,
  [from, to]: readonly [number, number],
): { readonly passage: string; readonly around: readonly string[] } {
  const lines = splitLines(text)
  const start = lineStarts(lines)[from - 1] ?? 0
  const whole = lines
    .slice(from - 1, to)
    .join('')
    .trimEnd()
  const passage = wholePart(whole, TOOL_LIMITS.hitCharacters)
  return { passage, around: aroundParts(text, [[start, start + passage.length]]) }
}
