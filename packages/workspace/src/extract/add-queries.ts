import { createArtifact } from '@varve/engine'
import type { DataviewNote, DataviewSource } from '../dataview/dataview-source.ts'
import { type ArtifactInput, expandDataview } from '../dataview/expand-dataview.ts'
import { maySelect } from '../dataview/may-select.ts'
import { createLinkResolver } from '../link/create-link-resolver.ts'
import type { ParsedNote } from '../note/parsed-note.ts'
import { privacyOf } from '../privacy/privacy-of.ts'
import type { IndexedFile, IndexStatus } from '../search/search-index.ts'
import { mayBeMentioned } from './admit.ts'
import type { Extracting, Standing } from './extract-sources.ts'

interface QueriesOf {
  readonly path: string
  readonly parsed: ParsedNote
  readonly standing: Standing
}

/**
 * What the queries in a note give now, each as an artifact of its own; the note keeps its text. A result that notes
 * which stay on this machine have a part in says so, and stays here with them.
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
    const source = sourceOf(some)
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

function sourceOf(files: readonly IndexedFile[]): DataviewSource {
  const resolver = createLinkResolver(
    files.map((file) => ({ path: file.path, aliases: file.parsed?.aliases ?? [] })),
  )
  return {
    notes: files.flatMap(asNote),
    resolveLink: (target, from) => resolver.resolve({ form: 'wiki', target }, from)?.path,
  }
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
