import type { DatabaseSync } from 'node:sqlite'
import type { SearchFilter, SearchSource } from '@varve/workspace'
import { valueOf } from '../../sqlite/open-connection.ts'
import { filterSql } from '../database/filter-sql.ts'
import { VectorMatrix } from './vector-matrix.ts'

type VectorSource = NonNullable<SearchSource['vectors']>
type Nearest = ReturnType<VectorSource['nearest']>
type Row = Readonly<Record<string, unknown>>

/** Looked at beyond the limit, since some of it may not pass a light filter, and since the look is a rough one. */
const SPARE = 100

/**
 * Nearest passages by a look at every vector. Bytes of them all stay in memory and give those that come into
 * question, whose cosines are then computed exactly.
 */
export class SqliteVectorSource implements VectorSource {
  readonly #connection: DatabaseSync
  readonly #source: Pick<SearchSource, 'listFiles'>
  #matrix: VectorMatrix | undefined
  #embedder = ''
  #version: unknown
  #places: readonly Place[] = []

  constructor(connection: DatabaseSync, source: Pick<SearchSource, 'listFiles'>) {
    this.#connection = connection
    this.#source = source
  }

  /** Whether the index has vectors of this embedder; reads what has come since the last time. */
  use(embedder: string): boolean {
    const version = valueOf(this.#connection, 'pragma data_version')
    if (version !== this.#version || embedder !== this.#embedder) this.#load(embedder)
    this.#version = version
    return this.#places.length > 0
  }

  nearest(vector: Float32Array, limit: number, filter: SearchFilter): Nearest {
    const { isLight } = filterSql(filter)
    if (isLight) {
      const rough = this.#rough(vector, limit + SPARE, this.#places)
      const passing = this.#passing(rough, filter)
      if (passing.length >= limit || rough.length === this.#places.length)
        return this.#exact(vector, passing).slice(0, limit)
    }
    const allowed = new Set(this.#source.listFiles(filter, Number.MAX_SAFE_INTEGER))
    const places = this.#places.filter(({ file }) => allowed.has(file))
    return this.#exact(vector, this.#rough(vector, limit + SPARE, places)).slice(0, limit)
  }

  cosines(vector: Float32Array, passages: readonly number[]): ReadonlyMap<number, number> {
    const rows = this.#rows(passages)
    return new Map(rows.map((row) => [Number(row['passage_id']), cosine(vector, row['vector'])]))
  }

  #rough(vector: Float32Array, count: number, places: readonly Place[]): readonly Place[] {
    const matrix = this.#matrix
    if (!matrix) return []
    const scores = matrix.scores(vector)
    const score = ({ vectorId }: Place): number => scores.get(vectorId) ?? -Infinity
    if (places.length <= count) return places
    return places.toSorted((a, b) => score(b) - score(a) || a.passage - b.passage).slice(0, count)
  }

  #passing(places: readonly Place[], filter: SearchFilter): readonly Place[] {
    const within = [...new Set(places.map(({ file }) => file))]
    const passing = new Set(this.#source.listFiles({ ...filter, within }, within.length))
    return places.filter(({ file }) => passing.has(file))
  }

  #exact(vector: Float32Array, places: readonly Place[]): Nearest {
    const cosines = this.cosines(
      vector,
      places.map(({ passage }) => passage),
    )
    return places
      .map(({ passage, file }) => ({ passage, file, cosine: cosines.get(passage) ?? 0 }))
      .toSorted((a, b) => b.cosine - a.cosine || a.passage - b.passage)
  }

  #rows(passages: readonly number[]): readonly Row[] {
    return this.#connection
      .prepare(`select passage_id, vector from passage_vectors join vectors on vectors.id = vector_id
        where passage_id in (select value from json_each(?))`)
      .all(JSON.stringify(passages))
  }

  #load(embedder: string): void {
    if (embedder !== this.#embedder) this.#matrix = undefined
    this.#embedder = embedder
    const current = valueOf(this.#connection, `select value from meta where name = 'embedder'`)
    this.#places = current === embedder ? this.#readPlaces() : []
    this.#matrix ??= new VectorMatrix()
    this.#matrix.keepOnly(new Set(this.#places.map(({ vectorId }) => vectorId)))
    const read = this.#connection.prepare('select vector from vectors where id = ?')
    for (const { vectorId } of this.#places)
      if (!this.#matrix.has(vectorId)) this.#matrix.add(vectorId, floats(read.get(vectorId)?.['vector']))
  }

  #readPlaces(): readonly Place[] {
    return this.#connection
      .prepare(`select passage_id, file_id, vector_id from passage_vectors
        join passages on passages.id = passage_id order by passage_id`)
      .all()
      .map((row) => ({
        passage: Number(row['passage_id']),
        file: Number(row['file_id']),
        vectorId: Number(row['vector_id']),
      }))
  }
}

interface Place {
  readonly passage: number
  readonly file: number
  readonly vectorId: number
}

/** The bytes as SQLite gives them need not begin where four-byte numbers may. */
function floats(bytes: unknown): Float32Array {
  return bytes instanceof Uint8Array ? new Float32Array(bytes.slice().buffer) : new Float32Array()
}

function cosine(vector: Float32Array, bytes: unknown): number {
  const own = floats(bytes)
  let sum = 0
  for (let at = 0; at < vector.length; at++) sum += (vector[at] ?? 0) * (own[at] ?? 0)
  return sum
}
