import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { FileKind, IndexedFile } from '@varve/workspace'
import type {
  LinkNeighbours,
  SearchAnswer,
  SearchHit,
  SearchRequest,
  WorkspaceStatistics,
} from '../search/search-index.ts'
import { createLinkResolver, type LinkResolver, type NoteLink } from '@varve/workspace/notes'
import { answerSearch } from '../search/answer-search.ts'
import { foldTag } from '../search/fold-tag.ts'
import { relatedNotes } from '../search/related-notes.ts'
import { linkFiles } from '../database/index-file.ts'
import { foldedName, isAside } from '../database/names.ts'
import { valueOf } from '../database/sqlite.ts'
import { readStoredNote } from '../parse/rows.ts'
import type { QuestionVector } from '../protocol.ts'
import { SqliteSearchSource } from './search-source.ts'

type Row = Readonly<Record<string, unknown>>

const FILE = 'select path, title, kind, bytes, modified, created, hash, aliases'
/** Notes whose parsed form may hold a privacy mark; what it means is for the caller to read. */
const MARKED = `, case when ${['"varve"', '"private"', '"localonly"', '"local_only"', '"problem"']
  .map((name) => `parsed like '%${name}:%'`)
  .join(' or ')} then parsed end as parsed`
/** '0' is the character after '/': a range that ends before it holds everything below. */
const BELOW = '>= ? and path < ?'

/** Every question that an index answers. Varve's own folder counts only where it is named. */
export class IndexQueries {
  readonly #connection: DatabaseSync
  readonly #source: SqliteSearchSource
  #resolver: { readonly version: unknown; readonly resolver: LinkResolver } | undefined

  constructor(connection: DatabaseSync) {
    this.#connection = connection
    this.#source = new SqliteSearchSource(connection)
  }

  search(request: SearchRequest, question?: QuestionVector): SearchAnswer {
    const isKnown = question !== undefined && this.#source.vectors.use(question.embedder)
    return answerSearch(this.#source, request, isKnown ? { vector: question.vector } : {})
  }

  related(path: string, limit: number): readonly SearchHit[] {
    return relatedNotes(this.#source, path, limit)
  }

  file(path: string): IndexedFile | undefined {
    const row = this.#sql(`${FILE}, parsed from files where path = ?`).get(path)
    return row === undefined ? undefined : fileOf(row)
  }

  files(parsed: boolean | 'marked'): readonly IndexedFile[] {
    const column = parsed === 'marked' ? MARKED : parsed ? ', parsed' : ''
    const rows = this.#sql(`${FILE}${column} from files`).all()
    return rows.map(fileOf).sort((a, b) => (a.path < b.path ? -1 : 1))
  }

  recent(limit: number): readonly IndexedFile[] {
    return this.#sql(`${FILE} from files where aside = 0 order by modified desc, path limit ?`)
      .all(limit)
      .map(fileOf)
  }

  tags(): readonly TagCount[] {
    const rows = this.#sql(
      'select fold, tag, file_id from tags join files on files.id = file_id where aside = 0',
    )
    return countTags(rows.all() as unknown as readonly TagRow[])
  }

  filesWithTag(tag: string): readonly string[] {
    const fold = foldTag(tag)
    const rows = this.#sql(`select distinct path from tags join files on files.id = file_id
      where aside = 0 and (fold = ? or (fold >= ? and fold < ?))`).all(fold, `${fold}/`, `${fold}0`)
    return inOrder(rows)
  }

  filesUnder(folder: string, limit: number): { readonly paths: readonly string[]; readonly total: number } {
    const place = folder.replace(/(?<!\/)\/+$/, '')
    const paths =
      place === ''
        ? inOrder(this.#sql('select path from files where aside = 0').all())
        : inOrder(this.#sql(`select path from files where path ${BELOW}`).all(`${place}/`, `${place}0`))
    return { paths: paths.slice(0, limit), total: paths.length }
  }

  /** With or without its extension, whatever its case. */
  findByName(name: string): readonly string[] {
    const wanted = name.normalize('NFC').toLowerCase()
    const rows = this.#sql('select path from files where name in (?, ?)').all(wanted, foldedName(wanted))
    return inOrder(rows).filter((path) => {
      const last = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
      return last === wanted || foldedName(path) === wanted
    })
  }

  resolveLinks(from: string, links: readonly NoteLink[]): readonly (string | undefined)[] {
    const resolver = this.#currentResolver()
    return links.map((link) => resolver.resolve(link, from)?.path)
  }

  neighbours(path: string): LinkNeighbours {
    const rows = this.#sql(
      `select target, resolved from links where file_id = (select id from files where path = ?) order by ordinal`,
    ).all(path)
    const incoming = this.#sql(
      `select distinct path from links join files on files.id = file_id where coalesce(resolved, moved) = ? and resolved is not null and path <> ?
        and (aside = 0 or ?)`,
    ).all(path, path, isAside(path) ? 1 : 0)
    const outgoing = rows.flatMap((row) => (row['resolved'] === null ? [] : [String(row['resolved'])]))
    const unresolved = rows.flatMap((row) => (row['resolved'] === null ? [String(row['target'])] : []))
    return {
      outgoing: [...new Set(outgoing)].filter((target) => target !== path),
      incoming: inOrder(incoming),
      unresolved: [...new Set(unresolved)].filter((target) => target !== ''),
    }
  }

  statistics(): WorkspaceStatistics {
    const files = `from files where aside = 0`
    const linked = `from links join files on files.id = file_id where aside = 0`
    const count = (sql: string): number => Number(valueOf(this.#connection, sql) ?? 0)
    return {
      files: count(`select count(*) ${files}`),
      notes: count(`select count(*) ${files} and kind = 'note'`),
      bytes: count(`select sum(bytes) ${files}`),
      words: count(`select sum(words) ${files}`),
      links: count(`select count(*) ${linked}`),
      unresolvedLinks: count(`select count(*) ${linked} and resolved is null`),
      tags: count(`select count(distinct fold) from tags join files on files.id = file_id where aside = 0`),
      passages: count(`select count(*) from passages join files on files.id = file_id where aside = 0`),
    }
  }

  #sql(sql: string): StatementSync {
    return this.#connection.prepare(sql)
  }

  /** Built again after a write. */
  #currentResolver(): LinkResolver {
    const version = valueOf(this.#connection, 'pragma data_version')
    if (this.#resolver && this.#resolver.version === version) return this.#resolver.resolver
    const resolver = createLinkResolver(linkFiles(this.#connection))
    this.#resolver = { version, resolver }
    return resolver
  }
}

function inOrder(rows: readonly Row[]): readonly string[] {
  // In code-unit order, which is not SQLite's for every character.
  return rows.map((row) => String(row['path'])).sort()
}

function fileOf(row: Row): IndexedFile {
  const parsed = row['parsed']
  const written = row['aliases']
  const aliases = (typeof written === 'string' ? JSON.parse(written) : []) as readonly string[]
  return {
    path: String(row['path']),
    title: String(row['title']),
    kind: String(row['kind']) as FileKind,
    bytes: Number(row['bytes']),
    modified: Number(row['modified']),
    created: Number(row['created']),
    contentHash: String(row['hash']),
    ...(aliases.length === 0 ? {} : { aliases }),
    ...(typeof parsed === 'string' ? { parsed: readStoredNote(parsed) } : {}),
  }
}

/** One tag of one file, as it is compared and as it is written. */
interface TagRow {
  readonly fold: string
  readonly tag: string
  readonly file_id: number
}

export interface TagCount {
  readonly tag: string
  readonly count: number
}

interface Counted {
  readonly tag: string
  readonly files: Set<number>
}

/** How many files carry each tag or one below it, each file once: `#a/b` counts for `#a`, written or not. Most used first. */
export function countTags(rows: readonly TagRow[]): readonly TagCount[] {
  const counted = new Map<string, Counted>()
  const count = (fold: string, { tag, files }: Counted, file: number) =>
    counted.set(fold, { tag, files: files.add(file) })
  for (const { fold, tag, file_id } of rows) {
    const { tag: known = tag, files = new Set<number>() } = counted.get(fold) ?? {}
    // One of several spellings, always the same one.
    count(fold, { tag: tag < known ? tag : known, files }, file_id)
  }
  for (const { fold, tag, file_id } of rows)
    for (const [above, name] of tagsAbove(fold, tag))
      count(above, counted.get(above) ?? { tag: name, files: new Set() }, file_id)
  return [...counted.values()]
    .map(({ tag, files }) => ({ tag, count: files.size }))
    .sort((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1))
}

/** The tags above one, as they are compared and as it writes them; a step without a name is none. */
function tagsAbove(fold: string, tag: string): readonly (readonly [fold: string, tag: string])[] {
  const [folds, names] = [fold.split('/'), tag.split('/')]
  return names.slice(0, -1).flatMap((name, at) => {
    const until = at + 1
    return name === '' ? [] : [[folds.slice(0, until).join('/'), names.slice(0, until).join('/')] as const]
  })
}
