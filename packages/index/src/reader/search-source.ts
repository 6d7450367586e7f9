import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { FileKind } from '@varve/workspace'
import { startOfDay } from '../search/query/day.ts'
import type { SearchFilter, SearchSource } from '../search/search-source.ts'
import { SqliteVectorSource } from './vector-source.ts'

type Passages = ReturnType<SearchSource['passages']>
type Files = ReturnType<SearchSource['files']>
type Links = ReturnType<SearchSource['linksFrom']>
type Found = ReturnType<SearchSource['findPassages']>
type PassageQuery = Parameters<SearchSource['findPassages']>[0]
type FileQuery = Parameters<SearchSource['findFiles']>[0]
type Totals = ReturnType<SearchSource['totals']>
type Row = Readonly<Record<string, unknown>>

/** Candidates beyond the limit, since a light filter may drop some. */
const SPARE = 50
const MOST_FREQUENCIES = 50_000
const FILES = 'select id, path, title, kind, aliases, headings, tags, modified from files'
const PASSAGES = 'select id, file_id, from_line, to_line, headings, text from passages'
const LINKS = `select file_id, line, files.id as target from links join files on files.path = coalesce(resolved, moved)`

/** The lookups of the ranking, over an index file. Sorting by bm25 itself takes half the time of FTS5's own `rank`. */
export class SqliteSearchSource implements SearchSource {
  readonly vectors: SqliteVectorSource
  readonly #connection: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #known: Known | undefined

  constructor(connection: DatabaseSync) {
    this.#connection = connection
    this.vectors = new SqliteVectorSource(connection, this)
  }

  totals(): Totals {
    return this.#current().totals
  }

  /** Cached until the next write: counting a frequent term reads all its entries. */
  documentFrequency(term: string): number {
    const { frequencies } = this.#current()
    const known = frequencies.get(term)
    if (known !== undefined) return known
    const row = this.#prepare('select doc from passage_terms where term = ?').get(term)
    const count = Number(row?.['doc'] ?? 0)
    if (frequencies.size < MOST_FREQUENCIES) frequencies.set(term, count)
    return count
  }

  vocabulary(from: string, to: string): ReturnType<SearchSource['vocabulary']> {
    return this.#prepare('select term, doc from passage_terms where term >= ? and term < ?')
      .all(from, to)
      .map((row) => ({ term: String(row['term']), documents: Number(row['doc']) }))
  }

  findPassages(query: PassageQuery): Found {
    const rows = query.onePerFile
      ? this.#bestOfFiles(query)
      : this.#findRows(query, {
          found: (where) => `select found.id, file_id, ${where} as passes
        from (select rowid as id, bm25(passage_text) as score from passage_text where passage_text match ?
          and rowid > ? order by score, rowid limit ?) as found
        join passages on passages.id = found.id join files on files.id = file_id`,
          all: `select passage_text.rowid as id, file_id, bm25(passage_text) as score from passage_text
        join passages on passages.id = passage_text.rowid join files on files.id = file_id
        where passage_text match ?`,
          // FTS5 uses a bound only if it is an integer.
          after: [BigInt(this.#oldest(query.share))],
        })
    return rows.map((row) => ({ passage: Number(row['id']), file: Number(row['file_id']) }))
  }

  /** In SQLite, columns beside `min()` come from the row that has the minimum. */
  #bestOfFiles({ match, limit, filter, share }: PassageQuery): readonly Row[] {
    const { where, parameters } = filterSql(filter)
    // Materialized, since bm25 cannot be computed where rows are grouped.
    return this.#prepare(`with found as materialized (select rowid as id, bm25(passage_text) as score
        from passage_text where passage_text match ? and rowid > ?)
      select found.id, file_id, min(score) as score from found
      join passages on passages.id = found.id join files on files.id = file_id
      where ${where} group by file_id order by score, found.id limit ?`).all(
      match,
      BigInt(this.#oldest(share)),
      ...parameters,
      limit,
    )
  }

  findFiles(query: FileQuery): readonly number[] {
    const score = `bm25(file_text, ${query.weights.map(Number).join(', ')}) as score`
    const rows = this.#findRows(query, {
      found: (where) => `select found.id, ${where} as passes
        from (select rowid as id, ${score} from file_text where file_text match ?
          order by score, rowid limit ?) as found
        join files on files.id = found.id`,
      all: `select files.id as id, ${score} from file_text join files on files.id = file_text.rowid
        where file_text match ?`,
    })
    return rows.map((row) => Number(row['id']))
  }

  listFiles(filter: SearchFilter, limit: number): readonly number[] {
    const { where, parameters } = filterSql(filter)
    return this.#prepare(`select id from files where ${where} order by modified desc, path limit ?`)
      .all(...parameters, limit)
      .map((row) => Number(row['id']))
  }

  /** A test for many files at once. */
  passing(filter: SearchFilter): (file: number) => boolean {
    if (filterSql(filter).isLight) {
      const excluded = new Set(filter.exclude.map((path) => this.fileAt(path)))
      return (file) => !excluded.has(file)
    }
    const files = new Set(this.listFiles(filter, Number.MAX_SAFE_INTEGER))
    return (file) => files.has(file)
  }

  passages(ids: readonly number[]): Passages {
    return this.#prepare(`${PASSAGES} where id in (select value from json_each(?))`)
      .all(JSON.stringify(ids))
      .map(passageOf)
  }

  firstPassages(files: readonly number[], each: number): Passages {
    return this.#prepare(`${PASSAGES} where file_id in (select value from json_each(?)) and ordinal < ?
        order by file_id, ordinal`)
      .all(JSON.stringify(files), each)
      .map(passageOf)
  }

  files(ids: readonly number[]): Files {
    return this.#prepare(`${FILES} where id in (select value from json_each(?))`)
      .all(JSON.stringify(ids))
      .map(fileOf)
  }

  fileAt(path: string): number | undefined {
    const row = this.#prepare('select id from files where path = ?').get(path)
    return row === undefined ? undefined : Number(row['id'])
  }

  linksFrom(files: readonly number[]): Links {
    return this.#prepare(
      `${LINKS} where file_id in (select value from json_each(?)) order by file_id, ordinal`,
    )
      .all(JSON.stringify(files))
      .map(linkOf)
  }

  linksTo(files: readonly number[], limit: number): Links {
    const statement = this.#prepare(`${LINKS} where files.id = ?
      and file_id not in (select id from files where aside = 1) order by file_id, ordinal limit ?`)
    return files.flatMap((file) => statement.all(file, limit).map(linkOf))
  }

  /** By words first if nearly all files pass the filter; otherwise, or if too few are left, with the filter inside. */
  #findRows({ match, limit, filter }: PassageQuery, sql: FindSql): readonly Row[] {
    const { where, parameters, isLight } = filterSql(filter)
    if (isLight) {
      const wanted = limit + SPARE
      const rows = this.#prepare(`${sql.found(where)} order by found.score, found.id`).all(
        ...parameters,
        match,
        ...(sql.after ?? []),
        wanted,
      )
      const passing = rows.filter((row) => row['passes'] === 1)
      // Fewer than requested: there are no others.
      if (passing.length >= limit || rows.length < wanted) return passing.slice(0, limit)
    }
    return this.#prepare(`${sql.all} and ${where} order by score, id limit ?`).all(
      match,
      ...parameters,
      limit,
    )
  }

  /** The last passage that is left out. */
  #oldest(share = 1): number {
    if (share >= 1) return 0
    const last = Number(this.#prepare('select max(id) as id from passages').get()?.['id'] ?? 0)
    return Math.floor((1 - share) * last)
  }

  /** Totals and frequencies of the index as it is now. */
  #current(): Known {
    const version = this.#prepare('pragma data_version').get()?.['data_version']
    if (this.#known && this.#known.version === version) return this.#known
    const row = this.#prepare(
      'select (select count(*) from files) as files, (select count(*) from passages) as passages',
    ).get()
    const totals = { files: Number(row?.['files']), passages: Number(row?.['passages']) }
    this.#known = { version, totals, frequencies: new Map() }
    return this.#known
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#connection.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}

interface Known {
  readonly version: unknown
  readonly totals: Totals
  readonly frequencies: Map<string, number>
}

interface FindSql {
  /** The best by words alone, each with `passes`. */
  readonly found: (where: string) => string
  /** Its parameters after the words. */
  readonly after?: readonly bigint[]
  /** All matches joined with their files, unordered and unlimited. */
  readonly all: string
}

function passageOf(row: Row): Passages[number] {
  return {
    id: Number(row['id']),
    file: Number(row['file_id']),
    lines: [Number(row['from_line']), Number(row['to_line'])],
    headings: strings(row['headings']),
    text: String(row['text']),
  }
}

function fileOf(row: Row): Files[number] {
  return {
    id: Number(row['id']),
    path: String(row['path']),
    title: String(row['title']),
    kind: String(row['kind']) as FileKind,
    aliases: strings(row['aliases']),
    headings: strings(row['headings']),
    tags: strings(row['tags']),
    modified: Number(row['modified']),
  }
}

function linkOf(row: Row): Links[number] {
  return { from: Number(row['file_id']), line: Number(row['line']), to: Number(row['target']) }
}

/** Written by the index itself, so not checked. */
function strings(json: unknown): readonly string[] {
  return JSON.parse(String(json)) as readonly string[]
}

type Parameter = string | number

interface FilterSql {
  /** A condition over `files`, never empty. */
  readonly where: string
  readonly parameters: readonly Parameter[]
  /** Most files pass: filtering what was found is quicker than finding only what passes. */
  readonly isLight: boolean
}

interface Condition {
  readonly sql: string
  readonly parameters: readonly Parameter[]
}

/** A filter as a condition. Varve's own folder passes only where a path names it. */
function filterSql(filter: SearchFilter): FilterSql {
  const narrowing = [
    ...filter.tags.map((tag) => ({ ...tagged(tag), isWanted: true })),
    ...filter.withoutTags.map((tag) => ({ ...tagged(tag), isWanted: false })),
    ...(filter.paths.length > 0 ? [{ ...oneOf(filter.paths.map(pathMatches)), isWanted: true }] : []),
    ...filter.withoutPaths.map((pattern) => ({ ...pathMatches(pattern), isWanted: false })),
    ...(filter.within ? [{ ...oneOfFiles(filter.within), isWanted: true }] : []),
    ...(filter.notWithin ? [{ ...oneOfFiles(filter.notWithin), isWanted: false }] : []),
    ...(filter.days ? [{ ...withinDays(filter.days), isWanted: true }] : []),
  ]
  const namesVarve = filter.paths.some(({ text }) => text === 'varve' || text.startsWith('varve/'))
  const excluded = filter.exclude.length > 0
  return {
    where: [
      ...(namesVarve ? [] : ['files.aside = 0']),
      ...(excluded ? ['files.path not in (select value from json_each(?))'] : []),
      ...narrowing.map(({ sql, isWanted }) => (isWanted ? `(${sql})` : `not (${sql})`)),
      'true',
    ].join(' and '),
    parameters: [
      ...(excluded ? [JSON.stringify(filter.exclude)] : []),
      ...narrowing.flatMap(({ parameters }) => parameters),
    ],
    isLight: narrowing.length === 0,
  }
}

/** '0' is the character after '/': a range that ends before it holds everything below. */
function tagged(tag: string): Condition {
  const sql = `exists (select 1 from tags where tags.file_id = files.id
    and (tags.fold = ? or (tags.fold >= ? and tags.fold < ?)))`
  return { sql, parameters: [tag, `${tag}/`, `${tag}0`] }
}

function pathMatches({ kind, text }: SearchFilter['paths'][number]): Condition {
  switch (kind) {
    case 'folder':
      return {
        sql: 'files.path_fold >= ? and files.path_fold < ?',
        parameters: [text, `${text.replace(/\/$/, '')}0`],
      }
    case 'contains':
      return { sql: 'instr(files.path_fold, ?) > 0', parameters: [text] }
    default:
      return kind satisfies never
  }
}

function oneOf(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' or '),
    parameters: conditions.flatMap(({ parameters }) => parameters),
  }
}

function oneOfFiles(ids: readonly number[]): Condition {
  return { sql: 'files.id in (select value from json_each(?))', parameters: [JSON.stringify(ids)] }
}

/** By the disk's time, or by the day in the file's name. */
function withinDays({ from, to }: NonNullable<SearchFilter['days']>): Condition {
  const changed = {
    sql: 'files.modified >= ? and files.modified < ?',
    parameters: [from ? startOfDay(from) : 0, to ? endOfDay(to) : Number.MAX_SAFE_INTEGER],
  }
  // Days are digits, so any day is between '' and 'z'.
  const named = { sql: 'files.name_day between ? and ?', parameters: [from ?? '', to ?? 'z'] }
  return oneOf([changed, named])
}

/** The first moment of the day after, which is not always 24 hours later. */
function endOfDay(day: string): number {
  const next = new Date(startOfDay(day))
  return next.setDate(next.getDate() + 1)
}
