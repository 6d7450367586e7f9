/** The middle value; the mean of the two middle ones where there is no single middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

export function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}

/** A fixed number of digits after the point, as a number that prints without a tail. */
export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
