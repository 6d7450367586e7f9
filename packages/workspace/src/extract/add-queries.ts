import { createArtifact } from '@varve/engine'
import type { DataviewNote, DataviewSource } from '../dataview/vault.ts'
import { createLinkResolver } from '../link/create-link-resolver.ts'
import type { ParsedNote, QueryBlock } from '../note/parsed-note.ts'
import { privacyOf } from '../privacy/privacy-of.ts'
import { mayBeMentioned } from './admit.ts'
import type { Extracting, Standing, IndexedFile, IndexLookups } from './extract-sources.ts'
import type { NoteSource } from '../dataview/dataview-query.ts'
import { isInFolder } from '../dataview/match-source.ts'
import { parseQuery } from '../dataview/parse-query.ts'
import type { DataviewResult } from '../dataview/run-dataview.ts'

const SCRIPT =
  'This block is a program (dataviewjs). Varve never runs programs from notes, so it has no result here.'

interface QueriesOf {
  readonly path: string
  readonly parsed: ParsedNote
  readonly standing: Standing
}

/**
 * Adds the current results of a note's queries, each as its own artifact; the note keeps its text. A result
 * that draws on local-only notes says so and is local-only too.
 */
export async function addQueries(
  extracting: Extracting,
  { path, parsed, standing }: QueriesOf,
): Promise<void> {
  if (parsed.queries.length === 0) return
  const { sources, into } = extracting
  const index = await sources.settledIndex()
  const all = await index.files({ parsed: true })
  const [files, withheld] = splitBy(all, (file) => mayBeMentioned(extracting, file.path, file.parsed))
  const open = files.filter((file) => privacyOf(file.path, file.parsed, sources.privacy) === 'open')
  const { today, wallClock } = sources
  const runOn = (some: readonly IndexedFile[]) => {
    const source = dataviewSource(some)
    return (query: string) => sources.queries.run(query, { today, wallClock, source, path })
  }
  const run = runOn(files)
  const runOpen = open.length === files.length ? run : runOn(open)
  const { priority } = standing
  const uncounted = withheld.flatMap(asNote)
  const missed = new Set<DataviewNote>()
  let hasRun = false
  for (const input of expandDataview({ path, parsed, run })) {
    const own = input.metadata?.['state'] === 'result' ? notesMissed(input, uncounted) : undefined
    for (const note of own ?? []) missed.add(note)
    hasRun ||= own !== undefined
    const caveats = own ? caveatsOf(index.status(), own.length) : []
    const content = [input.content, ...caveats.map((caveat) => `(${caveat})`)].join('\n\n')
    const query = input.source?.query ?? ''
    const stays = own !== undefined && runOpen !== run && runOpen(query).text !== run(query).text
    const metadata = { ...input.metadata, ...(stays ? { localOnly: true } : {}) }
    into.add(createArtifact({ ...input, content, priority, metadata }))
  }
  for (const caveat of hasRun ? caveatsOf(index.status(), missed.size) : [])
    into.warn('index-incomplete', path, `Queries of "${path}": ${caveat}`)
}

/** What queries are run on. */
export function dataviewSource(files: readonly IndexedFile[]): DataviewSource {
  const resolver = createLinkResolver(
    files.map((file) => ({ path: file.path, aliases: file.parsed?.aliases ?? [] })),
  )
  return {
    notes: files.flatMap(asNote),
    resolveLink: (target, from) => resolver.resolve({ form: 'wiki', target }, from)?.path,
  }
}

/** Notes that an executed query could have included. */
function notesMissed({ source }: ArtifactInput, uncounted: readonly DataviewNote[]): readonly DataviewNote[] {
  if (uncounted.length === 0) return []
  const isMeant = maySelect(source?.query ?? '')
  return uncounted.filter(({ path }) => isMeant(path))
}

function splitBy<Item>(
  items: readonly Item[],
  isFirst: (item: Item) => boolean,
): readonly [readonly Item[], readonly Item[]] {
  const { first = [], second = [] } = Object.groupBy(items, (item) => (isFirst(item) ? 'first' : 'second'))
  return [first, second]
}

/** What a reader of a result must know, or takes it for the whole. */
function caveatsOf(
  { state, filesDone, filesTotal }: ReturnType<IndexLookups['status']>,
  withheld: number,
): readonly string[] {
  return [
    ...(state === 'ready'
      ? []
      : [
          `The workspace is still being read: ${filesDone} of ${filesTotal} files so far; there may be more.`,
        ]),
    ...(withheld === 0
      ? []
      : withheld === 1
        ? ['1 note that is private or stays on this machine is not counted.']
        : [`${withheld} notes that are private or stay on this machine are not counted.`]),
  ]
}

function asNote({
  path,
  parsed,
  contentHash,
  bytes,
  modified,
  created,
}: IndexedFile): readonly DataviewNote[] {
  return parsed ? [{ path, parsed, contentHash, bytes, modified, created }] : []
}

/**
 * Whether a query could include a note, judged by path alone: not even a count may reveal the tags and links
 * of a withheld note. The query must have been executed.
 */
export function maySelect(query: string): (path: string) => boolean {
  const { from } = parseQuery(query)
  return (path) => selects(from, path) !== false
}

/** Undefined where the path does not say. */
function selects(source: NoteSource, path: string): boolean | undefined {
  switch (source.kind) {
    case 'all':
      return true
    case 'folder':
      return isInFolder(source.path)(path)
    case 'tag':
    case 'incoming':
    case 'outgoing':
      return undefined
    case 'not': {
      const inner = selects(source.of, path)
      return inner === undefined ? undefined : !inner
    }
    case 'and':
    case 'or': {
      const decisive = source.kind === 'or'
      const both = [selects(source.left, path), selects(source.right, path)]
      if (both.includes(decisive)) return decisive
      return both.includes(undefined) ? undefined : !decisive
    }
    default:
      return source satisfies never
  }
}

type ArtifactInput = Parameters<typeof createArtifact>[0]

interface ExpandDataviewInput {
  readonly path: string
  readonly parsed: ParsedNote
  readonly run: (query: string) => DataviewResult
}

/** What the query blocks of a note give, each query once, as input for artifacts. */
export function expandDataview({ path, parsed, run }: ExpandDataviewInput): readonly ArtifactInput[] {
  const inputs = new Map<string, ArtifactInput>()
  for (const block of parsed.queries) {
    const query = block.query.trim()
    if (query === '' || inputs.has(query)) continue
    const { text, ...metadata } = resultOf(block, query, run)
    inputs.set(query, {
      kind: 'dataview',
      title: `Query in ${path}, line ${block.lines[0]}`,
      source: { path, query },
      content: `${fenced(block.language, query)}\n\n${text}`,
      metadata: { language: block.language, lines: block.lines, ...metadata },
    })
  }
  return [...inputs.values()]
}

interface BlockResult {
  readonly text: string
  readonly state: DataviewResult['kind'] | 'script'
  readonly rows: number
}

function resultOf({ language }: QueryBlock, query: string, run: ExpandDataviewInput['run']): BlockResult {
  if (language === 'dataviewjs') return { text: SCRIPT, state: 'script', rows: 0 }
  const { text, kind, rows } = run(query)
  const count = kind === 'result' ? `Result (${rows}):\n\n` : ''
  return { text: `${count}${text}`, state: kind, rows }
}

/** With more backticks than any run inside. */
function fenced(language: string, query: string): string {
  let longest = 0
  for (const [run] of query.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(Math.max(3, longest + 1))
  return `${fence}${language}\n${query}\n${fence}`
}
