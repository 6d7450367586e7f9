import type { DatabaseSync } from 'node:sqlite'
import type { SearchFilter, SearchSource } from '../search/search-source.ts'
import { metaOf, valueOf } from '../database/sqlite.ts'

type VectorSource = NonNullable<SearchSource['vectors']>
type Nearest = ReturnType<VectorSource['nearest']>
type Row = Readonly<Record<string, unknown>>

/** Candidates beyond the limit, since bytes are only approximate. */
const SPARE = 100

interface Files {
  readonly passing: (filter: SearchFilter) => (file: number) => boolean
}

/**
 * Nearest passages by comparing every vector. All are in memory as bytes, which gives the candidates; their cosines
 * are then computed exactly.
 */
export class SqliteVectorSource implements VectorSource {
  readonly #connection: DatabaseSync
  readonly #files: Files
  #matrix: VectorMatrix | undefined
  #embedder = ''
  #version: unknown
  #places: readonly Place[] = []

  constructor(connection: DatabaseSync, files: Files) {
    this.#connection = connection
    this.#files = files
  }

  /** Whether the index has vectors of this embedder; loads new ones. */
  use(embedder: string): boolean {
    const version = valueOf(this.#connection, 'pragma data_version')
    if (version !== this.#version || embedder !== this.#embedder) this.#load(embedder)
    this.#version = version
    return this.#places.length > 0
  }

  nearest(vector: Float32Array, limit: number, filter: SearchFilter): Nearest {
    const passes = this.#files.passing(filter)
    const places = this.#places.filter(({ file }) => passes(file))
    const near = this.#rough(vector, limit + SPARE, places)
    const cosines = this.cosines(
      vector,
      near.map(({ passage }) => passage),
    )
    return near
      .map(({ passage, file }) => ({ passage, file, cosine: cosines.get(passage) ?? 0 }))
      .toSorted((a, b) => b.cosine - a.cosine || a.passage - b.passage)
      .slice(0, limit)
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

  #rows(passages: readonly number[]): readonly Row[] {
    return this.#connection
      .prepare(`select passage_id, vector from passage_vectors join vectors on vectors.id = vector_id
        where passage_id in (select value from json_each(?))`)
      .all(JSON.stringify(passages))
  }

  #load(embedder: string): void {
    if (embedder !== this.#embedder) this.#matrix = undefined
    this.#embedder = embedder
    this.#places = metaOf(this.#connection, 'embedder') === embedder ? this.#readPlaces() : []
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

/** SQLite's bytes may not be aligned for four-byte numbers. */
function floats(bytes: unknown): Float32Array {
  return bytes instanceof Uint8Array ? new Float32Array(bytes.slice().buffer) : new Float32Array()
}

function cosine(vector: Float32Array, bytes: unknown): number {
  const own = floats(bytes)
  let sum = 0
  for (let at = 0; at < vector.length; at++) sum += (vector[at] ?? 0) * (own[at] ?? 0)
  return sum
}
/** The largest signed byte. */
const SCALE = 127
const FIRST_ROWS = 1024

/** Unit vectors as bytes, each with its own scale: a quarter of the memory, and exact enough to pick candidates. */
class VectorMatrix {
  readonly #rows = new Map<number, number>()
  #bytes = new Int8Array()
  #scales = new Float32Array()
  #dimensions = 0

  has(id: number): boolean {
    return this.#rows.has(id)
  }

  add(id: number, vector: Float32Array): void {
    if (this.#rows.size === 0) this.#begin(vector.length, FIRST_ROWS)
    if (vector.length !== this.#dimensions) return
    const row = this.#rows.size
    if (row >= this.#scales.length) this.#grow(row * 2)
    let largest = 0
    for (const value of vector) largest = Math.max(largest, Math.abs(value))
    const scale = largest / SCALE || 1
    const start = row * this.#dimensions
    for (let at = 0; at < vector.length; at++) this.#bytes[start + at] = Math.round((vector[at] ?? 0) / scale)
    this.#scales[row] = scale
    this.#rows.set(id, row)
  }

  /** Drops all others if that frees at least half. */
  keepOnly(wanted: ReadonlySet<number>): void {
    const kept = [...this.#rows].filter(([id]) => wanted.has(id))
    if (kept.length >= this.#rows.size / 2) return
    const [bytes, scales] = [this.#bytes, this.#scales]
    this.#rows.clear()
    this.#begin(this.#dimensions, Math.max(FIRST_ROWS, kept.length))
    for (const [id, row] of kept) {
      const start = row * this.#dimensions
      const own = this.#rows.size
      this.#bytes.set(bytes.subarray(start, start + this.#dimensions), own * this.#dimensions)
      this.#scales[own] = scales[row] ?? 1
      this.#rows.set(id, own)
    }
  }

  /** The approximate cosine with each, by id. */
  scores(vector: Float32Array): ReadonlyMap<number, number> {
    const scores = new Map<number, number>()
    const dimensions = this.#dimensions
    if (vector.length !== dimensions) return scores
    const bytes = this.#bytes
    for (const [id, row] of this.#rows) {
      const start = row * dimensions
      let sum = 0
      for (let at = 0; at < dimensions; at++) sum += (vector[at] ?? 0) * (bytes[start + at] ?? 0)
      scores.set(id, sum * (this.#scales[row] ?? 1))
    }
    return scores
  }

  #begin(dimensions: number, rows: number): void {
    this.#dimensions = dimensions
    this.#bytes = new Int8Array(rows * dimensions)
    this.#scales = new Float32Array(rows)
  }

  #grow(rows: number): void {
    const bytes = new Int8Array(rows * this.#dimensions)
    bytes.set(this.#bytes)
    const scales = new Float32Array(rows)
    scales.set(this.#scales)
    this.#bytes = bytes
    this.#scales = scales
  }
}
