import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { LinkedTarget } from '@varve/workspace/indexing'
import { prepareWrite } from '../../sqlite/prepare-write.ts'
import type { LinkPlace } from './link-table.ts'
import type { Prepared, PreparedFile, TouchedFile } from '../preparing/prepared-file.ts'

export type ResolveLink = (from: string, link: LinkedTarget) => LinkPlace

export interface WriteOptions {
  readonly resolve: ResolveLink
  /** Nothing of any file is there yet, so nothing need be looked for. */
  readonly isFirst: boolean
}

interface FileRow {
  readonly id: number
  readonly file: PreparedFile
}

/** The statements that change an index; each call runs inside the transaction of its caller. */
export class IndexWriter {
  readonly #statements: ReturnType<typeof prepareStatements>

  constructor(connection: DatabaseSync) {
    this.#statements = prepareStatements(connection)
  }

  /** Table by table: each is left to itself for a while, which takes less time than going from one to the next. */
  write(group: readonly Prepared[], { resolve, isFirst }: WriteOptions): void {
    const files: PreparedFile[] = []
    for (const prepared of group)
      switch (prepared.kind) {
        case 'file':
          if (!isFirst) this.#clear(prepared.path)
          files.push(prepared)
          break
        case 'touched':
          this.#touch(prepared)
          break
        case 'gone':
          this.remove(prepared.path)
          break
        default:
          prepared satisfies never
      }
    this.#insert(files, resolve)
  }

  remove(path: string): void {
    this.#clear(path)
  }

  setMeta(name: string, value: string): void {
    this.#statements.setMeta.run(name, value)
  }

  #idOf(path: string): number | undefined {
    const row = this.#statements.idOf.get(path)
    return row === undefined ? undefined : Number(row['id'])
  }

  #touch({ path, bytes, modified, changed, inode, created }: TouchedFile): void {
    this.#statements.touch.run(bytes, modified, changed, inode, created, path)
  }

  #clear(path: string): void {
    this.#statements.removeProblem.run(path)
    const id = this.#idOf(path)
    if (id === undefined) return
    this.#removeContent(id)
    this.#statements.removeFile.run(id)
    this.#statements.removeFileText.run(id)
  }

  #insert(files: readonly PreparedFile[], resolve: ResolveLink): void {
    const rows = files.map((file) => ({ id: this.#insertFile(file), file }))
    for (const { id, file } of rows) this.#statements.insertFileText.run(id, ...file.names)
    this.#insertPassages(rows)
    this.#insertTags(rows)
    for (const { id, file } of rows) this.#insertLinks(id, file, resolve)
    for (const { path, problem } of files)
      if (problem !== undefined) this.#statements.setProblem.run(path, problem)
  }

  #insertFile({ row }: PreparedFile): number {
    return Number(this.#statements.insertFile.run(...row).lastInsertRowid)
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

  /** In the order of their table. */
  #insertTags(rows: readonly FileRow[]): void {
    const tags = rows.flatMap(({ id, file }) => file.tags.map(([fold, tag]) => ({ fold, id, tag })))
    tags.sort((a, b) => (a.fold === b.fold ? a.id - b.id : a.fold < b.fold ? -1 : 1))
    for (const { fold, id, tag } of tags) this.#statements.insertTag.run(fold, id, tag)
  }

  #insertLinks(id: number, { path, links }: PreparedFile, resolve: ResolveLink): void {
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
    insertFile:
      prepare(`insert into files (path, path_fold, folder, name, title, kind, bytes, modified, changed, inode,
      created, hash, words, aside, name_day, aliases, headings, tags, parsed)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
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
