import { DatabaseSync } from 'node:sqlite'
import type { Heading } from '@varve/workspace/notes'
import { chunkNote } from '../chunk-note.ts'
import { foldTag } from '../fold-tag.ts'
import { dayInName, startOfDay } from '../query/day.ts'
import type {
  DayRange,
  PathPattern,
  SearchFilter,
  SearchSource,
  SourceFile,
  SourceLink,
  SourcePassage,
  TextQuery,
} from '../search-source.ts'
import { indexText } from '@varve/workspace/notes'

export interface TestNote {
  readonly path: string
  readonly text: string
  readonly aliases?: readonly string[]
  readonly tags?: readonly string[]
  readonly modified?: number
  /** Of this path, on this line. */
  readonly links?: readonly { readonly to: string; readonly line: number }[]
}

const TOKENIZER = `tokenize = 'porter unicode61 remove_diacritics 2'`
const HEADING = /^(#{1,6}) (.{1,200})$/

/** An index over notes in memory: SQLite's own tokenizer and bm25, everything else plain. */
export function openMemorySource(notes: readonly TestNote[]): SearchSource {
  const database = new DatabaseSync(':memory:')
  database.exec(`create virtual table file_text using fts5(title, aliases, headings, tags, path, ${TOKENIZER});
    create virtual table passage_text using fts5(body, content='', ${TOKENIZER});
    create virtual table passage_terms using fts5vocab(passage_text, 'row')`)
  const files = notes.map((note, at) => fileOf(note, at + 1))
  const passages = notes
    .flatMap((note, at) =>
      chunkNote(note.text, { headings: headingsOf(note.text) }).map((passage) => ({
        ...passage,
        file: at + 1,
      })),
    )
    .map((passage, at): SourcePassage => ({ id: at + 1, ...passage }))
  fill(database, files, passages)
  const ids = new Map(files.map((file) => [file.path, file.id]))
  const links = notes.flatMap((note, at) =>
    (note.links ?? []).flatMap(({ to, line }): readonly SourceLink[] => {
      const target = ids.get(to)
      return target === undefined ? [] : [{ from: at + 1, line, to: target }]
    }),
  )
  return sourceOver(database, { files, passages, links })
}

interface Contents {
  readonly files: readonly SourceFile[]
  readonly passages: readonly SourcePassage[]
  readonly links: readonly SourceLink[]
}

function sourceOver(database: DatabaseSync, { files, passages, links }: Contents): SearchSource {
  const fileOfId = new Map(files.map((file) => [file.id, file]))
  const pass = (filter: SearchFilter) => (id: number) => {
    const file = fileOfId.get(id)
    return file !== undefined && passes(file, filter)
  }
  const frequency = database.prepare('select doc from passage_terms where term = ?')
  const terms = database.prepare('select term, doc from passage_terms where term >= ? and term < ?')
  const found = database.prepare(
    'select rowid as id from passage_text where passage_text match ? order by rank',
  )
  return {
    totals: () => ({ files: files.length, passages: passages.length }),
    documentFrequency: (term) => Number(frequency.get(term)?.['doc'] ?? 0),
    vocabulary: (from, to) =>
      terms.all(from, to).map((row) => ({ term: String(row['term']), documents: Number(row['doc']) })),
    findPassages: ({ match, limit, filter, onePerFile }) => {
      const passing = found
        .all(match)
        .map((row) => ({ passage: Number(row['id']), file: passages[Number(row['id']) - 1]?.file ?? 0 }))
        .filter((entry) => pass(filter)(entry.file))
      const best = [...Map.groupBy(passing, (entry) => entry.file).values()].flatMap(([first]) => first ?? [])
      return (onePerFile ? best : passing).slice(0, limit)
    },
    findFiles: ({ match, limit, filter, weights }: TextQuery & { readonly weights: readonly number[] }) =>
      database
        .prepare(
          `select rowid as id from file_text where file_text match ? order by bm25(file_text, ${weights.join(', ')})`,
        )
        .all(match)
        .map((row) => Number(row['id']))
        .filter(pass(filter))
        .slice(0, limit),
    listFiles: (filter, limit) =>
      files
        .filter((file) => passes(file, filter))
        .toSorted((a, b) => b.modified - a.modified || (a.path < b.path ? -1 : 1))
        .slice(0, limit)
        .map((file) => file.id),
    passages: (ids) => ids.flatMap((id) => passages[id - 1] ?? []),
    firstPassages: (ids, each) =>
      ids.flatMap((id) => passages.filter((passage) => passage.file === id).slice(0, each)),
    files: (ids) => ids.flatMap((id) => fileOfId.get(id) ?? []),
    fileAt: (path) => files.find((file) => file.path === path)?.id,
    linksFrom: (ids) => links.filter((link) => ids.includes(link.from)),
    linksTo: (ids, limit) => ids.flatMap((id) => links.filter((link) => link.to === id).slice(0, limit)),
  }
}

function fill(
  database: DatabaseSync,
  files: readonly SourceFile[],
  passages: readonly SourcePassage[],
): void {
  const addFile = database.prepare(
    'insert into file_text (rowid, title, aliases, headings, tags, path) values (?, ?, ?, ?, ?, ?)',
  )
  const addPassage = database.prepare('insert into passage_text (rowid, body) values (?, ?)')
  database.exec('begin')
  for (const { id, title, aliases, headings, tags, path } of files) {
    const texts = [title, aliases.join('\n'), headings.join('\n'), tags.join('\n'), path].map(indexText)
    addFile.run(id, ...texts)
  }
  for (const { id, text } of passages) addPassage.run(id, indexText(text))
  database.exec('commit')
}

function fileOf(note: TestNote, id: number): SourceFile {
  return {
    id,
    path: note.path,
    title: note.path.slice(note.path.lastIndexOf('/') + 1).replace(/\.md$/, ''),
    kind: 'note',
    aliases: note.aliases ?? [],
    headings: headingsOf(note.text).map((heading) => heading.text),
    tags: note.tags ?? [],
    modified: note.modified ?? 0,
  }
}

/** Good enough for texts of tests, in which `#` within code does not occur. */
function headingsOf(text: string): readonly Heading[] {
  return text.split('\n').flatMap((line, at) => {
    const match = HEADING.exec(line)
    return match ? [{ level: (match[1] ?? '').length, text: (match[2] ?? '').trim(), line: at + 1 }] : []
  })
}

function passes(file: SourceFile, filter: SearchFilter): boolean {
  const tags = file.tags.map(foldTag)
  const has = (tag: string): boolean => tags.some((own) => own === tag || own.startsWith(`${tag}/`))
  const path = file.path.toLowerCase()
  const matches = ({ kind, text }: PathPattern): boolean =>
    kind === 'folder' ? path.startsWith(text) : path.includes(text)
  if (filter.exclude.includes(file.path) || (filter.within && !filter.within.includes(file.id))) return false
  if (filter.notWithin?.includes(file.id)) return false
  if (!filter.tags.every(has) || filter.withoutTags.some(has)) return false
  if ((filter.paths.length > 0 && !filter.paths.some(matches)) || filter.withoutPaths.some(matches))
    return false
  return filter.days === undefined || isOn(file, filter.days)
}

function isOn(file: SourceFile, { from, to }: DayRange): boolean {
  const named = dayInName(file.path)
  if (named !== undefined && (from === undefined || named >= from) && (to === undefined || named <= to))
    return true
  const nextDay = to === undefined ? Number.POSITIVE_INFINITY : startOfDay(to) + 86_400_000
  return file.modified >= (from === undefined ? 0 : startOfDay(from)) && file.modified < nextDay
}
