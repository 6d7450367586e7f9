/** The same direction with length 1, so that a product is a cosine; all zeros stay. */
export function unitVector(values: ArrayLike<number>): Float32Array {
  const vector = Float32Array.from(values)
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares)
  return length > 0 && Number.isFinite(length) ? vector.map((value) => value / length) : vector.fill(0)
}
