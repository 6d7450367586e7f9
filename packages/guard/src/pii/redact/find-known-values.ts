export interface KnownValue {
  readonly start: number
  readonly end: number
  readonly placeholder: string
}

/** Values are looked up by so many first characters; shorter ones by all they have. */
const HEAD = 6

/** Where known values stand in a text: the leftmost, there the longest, none overlapping. */
export function findKnownValues(
  text: string,
  placeholders: ReadonlyMap<string, string>,
): readonly KnownValue[] {
  const heads = groupByHead(placeholders.keys())
  if (heads.size === 0) return []
  const lengths = [...new Set([...heads.keys()].map((head) => head.length))].sort((a, b) => b - a)
  const found: KnownValue[] = []
  for (let at = 0; at < text.length; ) {
    const value = longestAt(text, at, heads, lengths)
    if (value !== undefined)
      found.push({ start: at, end: at + value.length, placeholder: placeholders.get(value) ?? '' })
    at += value?.length ?? 1
  }
  return found
}

function longestAt(
  text: string,
  at: number,
  heads: ReadonlyMap<string, readonly string[]>,
  lengths: readonly number[],
): string | undefined {
  for (const length of lengths) {
    const values = heads.get(text.slice(at, at + length))
    const value = values?.find((candidate) => text.startsWith(candidate, at))
    if (value !== undefined) return value
  }
  return undefined
}

/** The longest first within each head. */
function groupByHead(values: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const heads = new Map<string, string[]>()
  for (const value of values) {
    const head = value.slice(0, HEAD)
    const group = heads.get(head)
    if (group) group.push(value)
    else heads.set(head, [value])
  }
  for (const group of heads.values()) group.sort((a, b) => b.length - a.length)
  return heads
}
