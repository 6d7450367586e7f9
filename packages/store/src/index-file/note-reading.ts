import type {
  FileKind,
  NoteLink,
  ParsedNote,
  SearchAnswer,
  SearchHit,
  SearchRequest,
  SearchSource,
} from '@varve/workspace'

export const SEARCH_FORM = 0

export function parseNote(text: string): ParsedNote {
  const headings = []
  const links: NoteLink[] = []
  let line = 0
  for (const row of text.split('\n')) {
    line++
    const heading = /^(#{1,6}) (.*)$/.exec(row)
    if (heading) headings.push({ level: heading[1]!.length, text: heading[2]!, line })
    for (const m of row.matchAll(/\[\[([^\]|#]+)/g))
      links.push({ form: 'wiki', embed: false, target: m[1]!, line })
  }
  const tags = [...new Set([...text.matchAll(/(?:^|\s)#([\p{L}\d_/-]+)/gu)].map((m) => m[1]!))]
  return {
    frontMatter: { values: {} },
    headings,
    tags,
    aliases: [],
    links,
    blocks: [],
    fields: [],
    tasks: [],
    callouts: [],
    queries: [],
  }
}
export function foldTag(tag: string): string {
  return tag.toLowerCase()
}
export function dayInName(path: string): string | undefined {
  return /\d{4}-\d\d-\d\d/.exec(path.slice(path.lastIndexOf('/') + 1))?.[0]
}
export function createLinkResolver(paths: Iterable<string>): {
  resolve: (from: string, link: NoteLink) => string | undefined
} {
  const byName = new Map<string, string>()
  for (const path of paths)
    byName.set(
      path
        .slice(path.lastIndexOf('/') + 1)
        .replace(/\.md$/, '')
        .toLowerCase(),
      path,
    )
  return { resolve: (_from, link) => byName.get(link.target.toLowerCase()) }
}
export type { FileKind }

export function searchNotes(source: SearchSource, request: SearchRequest): SearchAnswer {
  const match = (request.text.match(/[\p{L}\p{N}]+/gu) ?? []).map((w) => `"${w}"`).join(' OR ')
  const filter = { tags: [], withoutTags: [], paths: [], withoutPaths: [], exclude: request.exclude ?? [] }
  if (match === '') return { hits: [], notes: [] }
  const found = source.findPassages({ match, limit: request.limit ?? 10, filter })
  const byId = new Map(source.passages(found.map((f) => f.passage)).map((p) => [p.id, p]))
  const files = new Map(source.files(found.map((f) => f.file)).map((f) => [f.id, f]))
  const hits = found.flatMap((f): SearchHit[] => {
    const p = byId.get(f.passage)
    const file = files.get(f.file)
    return p && file
      ? [
          {
            path: file.path,
            title: file.title,
            kind: file.kind,
            lines: p.lines,
            headings: p.headings,
            score: 1,
            snippet: p.text.slice(0, 200),
            highlights: [],
          },
        ]
      : []
  })
  return { hits, notes: [] }
}
export function relatedNotes(source: SearchSource, path: string, limit: number): readonly SearchHit[] {
  return searchNotes(source, { text: path.replace(/\.md$/, ''), limit, exclude: [path] }).hits
}
