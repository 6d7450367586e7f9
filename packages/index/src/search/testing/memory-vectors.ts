import type { SearchFilter, SearchSource, VectorSource } from '../search-source.ts'

/** The vector of a passage, of length 1. */
interface PassageVector {
  readonly passage: number
  readonly file: number
  readonly vector: Float32Array
}

/** Vectors in memory: the nearest are found by looking at each. */
export function memoryVectors(
  source: Pick<SearchSource, 'listFiles'>,
  vectors: readonly PassageVector[],
): VectorSource {
  const places = new Map(vectors.map(({ passage }, at) => [passage, at]))
  return {
    nearest: (vector, limit, filter) => {
      const passes = filterOf(source, filter)
      return vectors
        .filter(({ file }) => passes(file))
        .map(({ passage, file, vector: own }) => ({ passage, file, cosine: product(vector, own) }))
        .toSorted((a, b) => b.cosine - a.cosine || a.passage - b.passage)
        .slice(0, limit)
    },
    cosines: (vector, passages) => {
      const cosines = new Map<number, number>()
      for (const passage of passages) {
        const own = vectors[places.get(passage) ?? -1]
        if (own) cosines.set(passage, product(vector, own.vector))
      }
      return cosines
    },
  }
}

function filterOf(source: Pick<SearchSource, 'listFiles'>, filter: SearchFilter): (file: number) => boolean {
  const allowed = new Set(source.listFiles(filter, Number.MAX_SAFE_INTEGER))
  return (file) => allowed.has(file)
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}
