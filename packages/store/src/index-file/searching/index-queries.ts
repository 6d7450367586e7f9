import type { DatabaseSync, StatementSync } from 'node:sqlite'
import {
  createLinkResolver,
  type FileKind,
  foldTag,
  type IndexedFile,
  type LinkNeighbours,
  type LinkResolver,
  type NoteLink,
  type WorkspaceStatistics,
} from '@varve/workspace/searching'
import { valueOf } from '../../sqlite/open-connection.ts'
import { foldedName, isAside } from '../database/names.ts'
import { countTags, type TagCount, type TagRow } from './count-tags.ts'
import { readStoredNote } from '../preparing/stored-note.ts'
import { linkFiles } from '../writing/link-table.ts'

type Row = Readonly<Record<string, unknown>>

const FILE = 'select path, title, kind, bytes, modified, created, hash, aliases'
/** Whatever names a mark or could not be read; in tags and texts these words are rare. What they mean is read elsewhere. */
const MARKED = `, case when ${['"varve"', '"private"', '"localonly"', '"local_only"', '"problem"']
  .map((name) => `parsed like '%${name}:%'`)
  .join(' or ')} then parsed end as parsed`
/** '0' is the character after '/': a range that ends before it holds everything below. */
const BELOW = '>= ? and path < ?'

/** What an index knows beside words. Varve's own folder counts only where it is named. */
export class IndexQueries {
  readonly #connection: DatabaseSync
  readonly #resolver: { version: unknown; resolve?: LinkResolver } = {
    version: undefined,
  }

  constructor(connection: DatabaseSync) {
    this.#connection = connection
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

  /** Made again when anything was written since. */
  #currentResolver(): LinkResolver {
    const version = valueOf(this.#connection, 'pragma data_version')
    if (this.#resolver.resolve === undefined || this.#resolver.version !== version) {
      this.#resolver.resolve = createLinkResolver(linkFiles(this.#connection))
      this.#resolver.version = version
    }
    return this.#resolver.resolve
  }
}

function inOrder(rows: readonly Row[]): readonly string[] {
  // The order of code units, which is not SQLite's for every character.
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
