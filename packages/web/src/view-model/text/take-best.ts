/** The first `limit` of what sorting would give, without sorting all of it: lists may hold tens of thousands. */
export function takeBest<T>(
  items: Iterable<T>,
  limit: number,
  compare: (a: T, b: T) => number,
): readonly T[] {
  const best: T[] = []
  for (const item of items) {
    const last = best.at(-1)
    if (best.length === limit && last !== undefined && compare(item, last) >= 0) continue
    const at = best.findIndex((other) => compare(item, other) < 0)
    best.splice(at < 0 ? best.length : at, 0, item)
    if (best.length > limit) best.pop()
  }
  return best
}
