/** A stretch of a text: from, and up to but without. */
export type Span = readonly [from: number, to: number]

/** Fenced blocks and code in lines, in order and apart from each other. Takes time by the length of the text only. */
export function codeRanges(text: string): readonly Span[] {
  const fences = fencedRanges(text)
  return [...fences, ...inlineRanges(text, fences)].sort(([a], [b]) => a - b)
}

function fencedRanges(text: string): readonly Span[] {
  const ranges: Span[] = []
  let open: { readonly from: number; readonly mark: string; readonly length: number } | undefined
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf('\n', from)
    const to = end < 0 ? text.length : end
    const [, fence = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})([^\n]*)$/.exec(text.slice(from, to)) ?? []
    const mark = fence[0] ?? ''
    if (open) {
      if (mark === open.mark && fence.length >= open.length && rest.trim() === '') {
        ranges.push([open.from, to])
        open = undefined
      }
    } else if (fence !== '' && !(mark === '`' && rest.includes('`')))
      open = { from, mark, length: fence.length }
    from = to + 1
  }
  // A fence that nobody closes holds to the end, as it does on the page.
  return open ? [...ranges, [open.from, text.length]] : ranges
}

interface Ticks {
  readonly from: number
  readonly to: number
  /** Runs that can close each other: of one length, in one paragraph. */
  readonly group: string
}

function inlineRanges(text: string, fences: readonly Span[]): readonly Span[] {
  const runs = tickRuns(text, fences)
  const groups = new Map<string, number[]>()
  for (const [index, { group }] of runs.entries()) {
    const known = groups.get(group)
    if (known) known.push(index)
    else groups.set(group, [index])
  }
  const ranges: Span[] = []
  const passed = new Map<string, number>()
  for (let index = 0; index < runs.length; index++) {
    const { from, group } = runs[index] as Ticks
    const same = groups.get(group) ?? []
    let at = passed.get(group) ?? 0
    while (at < same.length && (same[at] ?? 0) <= index) at++
    passed.set(group, at)
    const closing = same[at]
    if (closing === undefined) continue
    ranges.push([from, runs[closing]?.to ?? from])
    index = closing
  }
  return ranges
}

function tickRuns(text: string, fences: readonly Span[]): readonly Ticks[] {
  let paragraph = 0
  return [...text.matchAll(/`+|\n[ \t]*(?=\n)/g)].flatMap(({ 0: found, index: from }): readonly Ticks[] => {
    if (!found.startsWith('`')) paragraph += 1
    if (!found.startsWith('`') || isInside(fences, from)) return []
    return [{ from, to: from + found.length, group: `${paragraph}:${found.length}` }]
  })
}

/** Whether a place lies in one of these ranges, which are in order. */
export function isInside(ranges: readonly Span[], place: number): boolean {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const [from, to] = ranges[middle] as Span
    if (place < from) high = middle
    else if (place >= to) low = middle + 1
    else return true
  }
  return false
}
