import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { createLinkResolver, type LinkedTarget, type LinkResolver } from '@varve/workspace/notes'
import { linkFiles } from '../database/index-file.ts'
import { stemOf } from '../database/names.ts'
import { FILE_COLUMNS } from '../database/schema.ts'
import { prepareWrite } from '../database/sqlite.ts'
import type { ParsedFile, ParseResult } from '../parse/rows.ts'

export type ResolveLink = (from: string, link: LinkedTarget) => LinkPlace

export interface WriteOptions {
  readonly resolve: ResolveLink
  /** The index is empty: no old rows to remove. */
  readonly isFirst: boolean
}

interface FileRow {
  readonly id: number
  readonly file: ParsedFile
}

/** The statements that change an index; each call runs inside the transaction of its caller. */
export class IndexWriter {
  readonly #statements: ReturnType<typeof prepareStatements>

  constructor(connection: DatabaseSync) {
    this.#statements = prepareStatements(connection)
  }

  /** Table by table, which takes less time than going from one to the next with each file. */
  write(group: readonly ParseResult[], { resolve, isFirst }: WriteOptions): void {
    const files: ParsedFile[] = []
    for (const result of group)
      switch (result.kind) {
        case 'file':
          if (!isFirst) this.remove(result.path)
          files.push(result)
          break
        case 'touched':
          this.#statements.touch.run(...result.stamp, result.path)
          break
        case 'gone':
          this.remove(result.path)
          break
        default:
          result satisfies never
      }
    this.#insert(files, resolve)
  }

  remove(path: string): void {
    this.#statements.removeProblem.run(path)
    const row = this.#statements.idOf.get(path)
    if (row === undefined) return
    const id = Number(row['id'])
    this.#removeContent(id)
    this.#statements.removeFile.run(id)
    this.#statements.removeFileText.run(id)
  }

  setMeta(name: string, value: string): void {
    this.#statements.setMeta.run(name, value)
  }

  #insert(files: readonly ParsedFile[], resolve: ResolveLink): void {
    const { insertFile, insertFileText } = this.#statements
    const rows = files.map((file) => ({ id: Number(insertFile.run(...file.row).lastInsertRowid), file }))
    for (const { id, file } of rows) insertFileText.run(id, ...file.names)
    this.#insertPassages(rows)
    this.#insertTags(rows)
    for (const { id, file } of rows) this.#insertLinks(id, file, resolve)
    for (const { path, problem } of files)
      if (problem !== undefined) this.#statements.setProblem.run(path, problem)
  }

  #insertPassages(rows: readonly FileRow[]): void {
    const { insertPassage, insertPassageText } = this.#statements
    const texts: (readonly [id: number | bigint, words: string])[] = []
    for (const { id, file } of rows)
      for (const [ordinal, [fromLine, toLine, headings, text, words]] of file.passages.entries()) {
        const { lastInsertRowid } = insertPassage.run(id, ordinal, fromLine, toLine, headings, text)
        texts.push([lastInsertRowid, words ?? text])
      }
    for (const [id, words] of texts) insertPassageText.run(id, words)
  }

  /** In the order of their table's key. */
  #insertTags(rows: readonly FileRow[]): void {
    const tags = rows.flatMap(({ id, file }) => file.tags.map(([fold, tag]) => ({ fold, id, tag })))
    tags.sort((a, b) => (a.fold === b.fold ? a.id - b.id : a.fold < b.fold ? -1 : 1))
    for (const { fold, id, tag } of tags) this.#statements.insertTag.run(fold, id, tag)
  }

  #insertLinks(id: number, { path, links }: ParsedFile, resolve: ResolveLink): void {
    for (const [ordinal, [line, name, form, target]] of links.entries()) {
      const { resolved, moved } = resolve(path, { form, target })
      this.#statements.insertLink.run(id, ordinal, line, name, form, target, resolved, moved)
    }
  }

  #removeContent(fileId: number): void {
    const { passagesOf, removePassageText, removePassageVector, removePassages, removeTags, removeLinks } =
      this.#statements
    for (const { id } of passagesOf.all(fileId)) {
      removePassageText.run(Number(id))
      removePassageVector.run(Number(id))
    }
    removePassages.run(fileId)
    removeTags.run(fileId)
    removeLinks.run(fileId)
  }
}

function prepareStatements(connection: DatabaseSync) {
  const prepare = (sql: string): StatementSync => connection.prepare(sql)
  const change = (sql: string): StatementSync => prepareWrite(connection, sql)
  return {
    idOf: prepare('select id from files where path = ?'),
    touch: change(
      'update files set bytes = ?, modified = ?, changed = ?, inode = ?, created = ? where path = ?',
    ),
    insertFile: prepare(
      `insert into files (${FILE_COLUMNS}) values (${FILE_COLUMNS.replaceAll(/\w+/g, '?')})`,
    ),
    removeFile: change('delete from files where id = ?'),
    insertFileText: prepare(
      'insert into file_text (rowid, title, aliases, headings, tags, path) values (?, ?, ?, ?, ?, ?)',
    ),
    removeFileText: change('delete from file_text where rowid = ?'),
    insertPassage: prepare(
      'insert into passages (file_id, ordinal, from_line, to_line, headings, text) values (?, ?, ?, ?, ?, ?)',
    ),
    passagesOf: prepare('select id from passages where file_id = ?'),
    removePassages: change('delete from passages where file_id = ?'),
    insertPassageText: prepare('insert into passage_text (rowid, body) values (?, ?)'),
    removePassageText: change('delete from passage_text where rowid = ?'),
    removePassageVector: change('delete from passage_vectors where passage_id = ?'),
    insertTag: prepare('insert into tags (fold, file_id, tag) values (?, ?, ?)'),
    removeTags: change('delete from tags where file_id = ?'),
    insertLink: prepare(
      'insert into links (file_id, ordinal, line, name, form, target, resolved, moved) values (?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    removeLinks: change('delete from links where file_id = ?'),
    setProblem: change('insert or replace into problems (path, reason) values (?, ?)'),
    removeProblem: change('delete from problems where path = ?'),
    setMeta: change('insert or replace into meta (name, value) values (?, ?)'),
  }
}

/** Where a link leads, or for a broken link the only file of that name. */
export interface LinkPlace {
  readonly resolved: string | null
  readonly moved: string | null
}

const NOWHERE: LinkPlace = { resolved: null, moved: null }
/** Above so many names, resolving every link is quicker than looking them up. */
const MANY_NAMES = 2000

/**
 * Where links lead, kept up to date while files come and go: a link can change only when a file with its name appears
 * or vanishes.
 */
export class LinkTable {
  readonly #connection: DatabaseSync
  #resolver: LinkResolver | undefined

  constructor(connection: DatabaseSync) {
    this.#connection = connection
  }

  /** Resolves links as if these files had already been added and removed. */
  expect(added: Iterable<string>, removed: Iterable<string>): void {
    this.#resolver ??= createLinkResolver(linkFiles(this.#connection))
    for (const path of removed) this.#resolver.remove(path)
    for (const path of added) this.#resolver.add({ path, aliases: [] })
  }

  /** After a failed run: starts again from the files in the index. */
  forget(): void {
    this.#resolver = undefined
  }

  resolve(from: string, link: LinkedTarget): LinkPlace {
    this.#resolver ??= createLinkResolver(linkFiles(this.#connection))
    const resolved = this.#resolver.resolvePath(link, from)
    if (resolved !== undefined) return { resolved, moved: null }
    const followed = this.#resolver.follow(link, from)
    return followed ? { resolved: null, moved: followed.path } : NOWHERE
  }

  /** Resolves again the links that name one of these files, or all links. */
  repair(paths: readonly string[] | 'all'): void {
    const update = prepareWrite(
      this.#connection,
      'update links set resolved = ?, moved = ? where file_id = ? and ordinal = ?',
    )
    for (const row of this.#rows(paths)) {
      const form = row['form'] === 'markdown' ? 'markdown' : 'wiki'
      const { resolved, moved } = this.resolve(String(row['path']), { form, target: String(row['target']) })
      if (resolved !== row['resolved'] || moved !== row['moved'])
        update.run(resolved, moved, Number(row['file_id']), Number(row['ordinal']))
    }
  }

  #rows(paths: readonly string[] | 'all'): readonly Readonly<Record<string, unknown>>[] {
    const select = `select file_id, ordinal, form, target, resolved, moved, path from links join files on files.id = file_id`
    const names = paths === 'all' ? [] : [...new Set(paths.map(stemOf))]
    if (paths === 'all' || names.length > MANY_NAMES) return this.#connection.prepare(select).all()
    const named = this.#connection.prepare(`${select} where links.name = ?`)
    return names.flatMap((name) => named.all(name))
  }
}
