import { createArtifact } from '@varve/engine'
import type { DataviewNote } from '../dataview/dataview-source.ts'
import { expandDataview } from '../dataview/expand-dataview.ts'
import { createLinkResolver } from '../link/create-link-resolver.ts'
import type { ParsedNote } from '../note/parsed-note.ts'
import type { IndexedFile } from '../search/search-index.ts'
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
  const all = await (await sources.settledIndex()).files({ parsed: true })
  const files = all.filter((file) => mayBeMentioned(extracting, file.path, file.parsed))
  const resolver = createLinkResolver(
    files.map((file) => ({ path: file.path, aliases: file.parsed?.aliases ?? [] })),
  )
  const source = {
    notes: files.flatMap(asNote),
    resolveLink: (target: string, from: string) =>
      resolver.resolve({ form: 'wiki', embed: false, target, line: 1 }, from)?.path,
  }
  const run = (query: string) => sources.queries.run(query, { today: sources.today, source, path })
  const { priority } = standing
  for (const input of expandDataview({ path, parsed, run })) into.add(createArtifact({ ...input, priority }))
}

function asNote({ path, parsed, contentHash, bytes, modified }: IndexedFile): readonly DataviewNote[] {
  return parsed ? [{ path, parsed, contentHash, bytes, modified }] : []
}
