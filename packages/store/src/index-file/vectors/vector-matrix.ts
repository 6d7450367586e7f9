/** As a share of the largest number that one byte holds; parts of vectors of length 1 are small. */
const SCALE = 127
const FIRST_ROWS = 1024

/** Vectors of length 1 as bytes, each with a scale of its own: a quarter of the memory, and near enough for a first choice. */
export class VectorMatrix {
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

  /** Forgets all others where many of them are not wanted any more. */
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

  /** About the cosine with each, by id. */
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
