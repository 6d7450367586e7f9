/** JSON with sorted names: equal values give equal bytes, whatever order they were built in. [L-1] */
export function stableJson(value: unknown): string {
  return JSON.stringify(sortNames(value))
}

function sortNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortNames)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, sortNames(inner)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
