import { createArtifact } from '@varve/engine'
import type { DataviewNote } from '../dataview/dataview-source.ts'
import { type ArtifactInput, expandDataview } from '../dataview/expand-dataview.ts'
import { maySelect } from '../dataview/may-select.ts'
import { createLinkResolver } from '../link/create-link-resolver.ts'
import type { ParsedNote } from '../note/parsed-note.ts'
import type { IndexedFile, IndexStatus } from '../search/search-index.ts'
import { mayBeMentioned } from './admit.ts'
import type { Extracting, Standing } from './extract-sources.ts'

interface QueriesOf {
  readonly path: string
  readonly parsed: ParsedNote
  readonly standing: Standing
}

/** What the queries in a note give now, each as an artifact of its own; the note keeps its text. */
export async function addQueries(
  extracting: Extracting,
  { path, parsed, standing }: QueriesOf,
): Promise<void> {
  if (parsed.queries.length === 0) return
  const { sources, into } = extracting
  const index = await sources.settledIndex()
  const all = await index.files({ parsed: true })
  const [files, withheld] = splitBy(all, (file) => mayBeMentioned(extracting, file.path, file.parsed))
  const resolver = createLinkResolver(
    files.map((file) => ({ path: file.path, aliases: file.parsed?.aliases ?? [] })),
  )
  const source = {
    notes: files.flatMap(asNote),
    resolveLink: (target: string, from: string) => resolver.resolve({ form: 'wiki', target }, from)?.path,
  }
  const { today, wallClock } = sources
  const run = (query: string) => sources.queries.run(query, { today, wallClock, source, path })
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
    into.add(createArtifact({ ...input, content, priority }))
  }
  for (const caveat of hasRun ? caveatsOf(index.status(), missed.size) : [])
    into.warn('index-incomplete', path, `Queries of "${path}": ${caveat}`)
}

/** Notes that a query which was run could have taken in. */
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
function caveatsOf({ state, filesDone, filesTotal }: IndexStatus, withheld: number): readonly string[] {
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
