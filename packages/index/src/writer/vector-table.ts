import { hash as digest } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { inTransaction, prepareWrite, valueOf } from '../database/sqlite.ts'

/** A text to embed. */
export interface TextToEmbed {
  readonly hash: string
  readonly text: string
}

export interface EmbeddedText {
  readonly hash: string
  readonly vector: Float32Array
}

/** The next texts to embed, and the progress. No texts: every passage has its vector. */
export interface EmbeddingWork {
  readonly texts: readonly TextToEmbed[]
  readonly done: number
  readonly total: number
}

/** Passages read in one step, where most have their vector already. */
const LOOKED_AT = 500

/** Varve's own folder is found only by those who name it: its passages get no vectors. */
const PASSAGES = 'from passages join files on files.id = file_id where aside = 0'

/**
 * The vectors of passages by embedder and text: a text that is in two places, or comes back, is embedded once.
 */
export class VectorTable {
  readonly #connection: DatabaseSync
  readonly #statements: ReturnType<typeof prepareStatements>
  /** The last passage that was checked, now and before the last texts were given out. */
  #looked = 0
  #lookedBefore = 0

  constructor(connection: DatabaseSync) {
    this.#connection = connection
    this.#statements = prepareStatements(connection)
  }

  /** At most `limit` texts without a vector; passages whose text has one are linked to it on the way. */
  next(embedder: string, limit: number): EmbeddingWork {
    const texts = new Map<string, TextToEmbed>()
    inTransaction(this.#connection, () => {
      this.#use(embedder)
      this.#lookedBefore = this.#looked
      while (texts.size < limit) {
        const rows = this.#statements.without.all(this.#looked, LOOKED_AT)
        if (rows.length === 0 && this.#looked === 0) break
        // New passages may have any id: only a whole round that finds nothing means that all is done.
        if (rows.length === 0) this.#looked = this.#lookedBefore = 0
        for (const row of rows) if (texts.size < limit) this.#lookAt(embedder, row, texts)
        if (texts.size > 0) break
      }
      if (texts.size === 0) this.#statements.clean.run(embedder)
    })
    return { texts: [...texts.values()], ...this.#progress() }
  }

  /** Stores vectors; `next` links them to their passages. */
  store(embedder: string, embedded: readonly EmbeddedText[]): void {
    inTransaction(this.#connection, () => {
      for (const { hash, vector } of embedded) this.#statements.insert.run(embedder, hash, bytesOf(vector))
    })
    this.#looked = this.#lookedBefore
  }

  #lookAt(embedder: string, row: Readonly<Record<string, unknown>>, texts: Map<string, TextToEmbed>): void {
    this.#looked = Number(row['id'])
    const text = String(row['text'])
    const hash = digest('sha256', text)
    const known = this.#statements.find.get(embedder, hash)
    if (known) this.#statements.connect.run(this.#looked, Number(known['id']))
    else texts.set(hash, { hash, text })
  }

  #use(embedder: string): void {
    const { embedderOf, setEmbedder, disconnect } = this.#statements
    if (embedderOf.get()?.['value'] === embedder) return
    disconnect.run()
    setEmbedder.run(embedder)
    this.#looked = 0
  }

  #progress(): { readonly done: number; readonly total: number } {
    const count = (sql: string): number => Number(valueOf(this.#connection, sql))
    return {
      done: count('select count(*) from passage_vectors'),
      total: count(`select count(*) ${PASSAGES}`),
    }
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

function prepareStatements(connection: DatabaseSync) {
  const prepare = (sql: string): StatementSync => connection.prepare(sql)
  const change = (sql: string): StatementSync => prepareWrite(connection, sql)
  return {
    embedderOf: prepare(`select value from meta where name = 'embedder'`),
    setEmbedder: change(`insert or replace into meta (name, value) values ('embedder', ?)`),
    without: prepare(`select passages.id, text ${PASSAGES} and passages.id > ?
      and not exists (select 1 from passage_vectors where passage_id = passages.id) order by passages.id limit ?`),
    find: prepare('select id from vectors where embedder = ? and hash = ?'),
    connect: change('insert into passage_vectors (passage_id, vector_id) values (?, ?)'),
    disconnect: change('delete from passage_vectors'),
    insert: change('insert or ignore into vectors (embedder, hash, vector) values (?, ?, ?)'),
    // Vectors of removed texts and of an embedder no longer in use.
    clean: change(
      'delete from vectors where embedder <> ? or id not in (select vector_id from passage_vectors)',
    ),
  }
}
