/** The smallest of the values that so many of them do not exceed: a value that occurred, never one between two. */
export function percentile(values: readonly number[], rank: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(rank * sorted.length) - 1)] ?? 0
}
