import type { TermMatch, TextMatches } from './rank/read-matches.ts'

export interface Snippet {
  readonly text: string
  /** Start and end in UTF-16 code units of `text`. */
  readonly highlights: readonly (readonly [start: number, end: number])[]
  /** Offset of the first shown match in the whole text, after any front matter; absent if there is none. */
  readonly first?: number
}

export interface SnippetOptions {
  /** The worth of each concept; those worth nothing are not marked. */
  readonly worth: (concept: number) => number
  readonly length?: number
}

const LENGTH = 240
/** The most that is shown before the first match. */
const LEAD = 60
const FRONT_MATTER = /^---\r?\n/
const FRONT_MATTER_END = /\r?\n---[ \t]*(?:\r?\n|$)/
const BLANKS = /\s+/gu

/** The part of a text that says most of what was sought, on one line, with what matched; its start where nothing did. Linear. */
export function makeSnippet(text: string, { matches }: TextMatches, options: SnippetOptions): Snippet {
  const length = options.length ?? LENGTH
  const marked = matches.filter((match) => options.worth(match.concept) > 0)
  const window = bestWindow(marked, options.worth, length - LEAD)
  const start = window ? leadStart(text, window.start, LEAD) : contentStart(text)
  const end = tailEnd(text, Math.min(text.length, start + length), window?.end ?? start)
  const shown = marked.filter((match) => match.start >= start && match.end <= end)
  const opening = contentStart(text)
  const first = (shown.find((match) => match.start >= opening) ?? shown[0])?.start
  return { ...collapse(text, { start, end }, marked), ...(first === undefined ? {} : { first }) }
}

interface Window {
  readonly start: number
  readonly end: number
}

/** The stretch of at most `length` with the most worth in different concepts; the first of equals. */
function bestWindow(
  matches: readonly TermMatch[],
  worth: (concept: number) => number,
  length: number,
): Window | undefined {
  const counts = new Map<number, number>()
  let sum = 0
  let from = 0
  let best: (Window & { readonly sum: number }) | undefined
  for (const last of matches) {
    const count = counts.get(last.concept) ?? 0
    counts.set(last.concept, count + 1)
    if (count === 0) sum += worth(last.concept)
    for (
      let first = matches[from];
      first && first !== last && last.end - first.start > length;
      first = matches[from]
    ) {
      const left = (counts.get(first.concept) ?? 1) - 1
      counts.set(first.concept, left)
      if (left === 0) sum -= worth(first.concept)
      from++
    }
    // A hair more is rounding, not a better place.
    if (!best || sum > best.sum + 1e-9)
      best = { start: matches[from]?.start ?? last.start, end: last.end, sum }
  }
  return best
}

/** After the front matter: it describes the note, it does not open it. */
function contentStart(text: string): number {
  if (!FRONT_MATTER.test(text)) return 0
  const end = FRONT_MATTER_END.exec(text)
  return end && end.index + end[0].length < text.length ? end.index + end[0].length : 0
}

/** The start of the sentence or line if it is near, else of a word. */
function leadStart(text: string, start: number, most: number): number {
  const earliest = Math.max(0, start - most)
  if (earliest === 0) return 0
  const before = text.slice(earliest, start)
  const line = Math.max(before.lastIndexOf('\n') + 1, before.lastIndexOf('. ') + 1)
  if (line > 0) return earliest + line
  const blank = before.search(/\s/)
  return blank < 0 ? start : earliest + blank + 1
}

/** The end of a word where one is near. */
function tailEnd(text: string, end: number, least: number): number {
  if (end >= text.length) return text.length
  for (let at = end; at > Math.max(least, end - LEAD); at--) if (/\s/.test(text.charAt(at))) return at
  const code = text.charCodeAt(end)
  return Math.max(least, code >= 0xdc00 && code < 0xe000 ? end - 1 : end)
}

function collapse(text: string, { start, end }: Window, marked: readonly TermMatch[]): Snippet {
  const part = text.slice(start, end)
  const lead = start > 0 ? '…' : ''
  let output = lead
  let copied = part.length - part.trimStart().length
  const stop = part.trimEnd().length
  /** Where runs of blanks became one, and how much shorter the text is from there on. */
  const shifts: { readonly at: number; readonly by: number }[] = [{ at: 0, by: start + copied - lead.length }]
  for (const match of part.matchAll(BLANKS)) {
    if (match.index < copied || match.index >= stop) continue
    output += `${part.slice(copied, match.index)} `
    copied = match.index + match[0].length
    shifts.push({ at: start + copied, by: start + copied - output.length })
  }
  if (copied < stop) output += part.slice(copied, stop)
  if (start + stop < text.length && text.slice(start + stop, start + stop + 200).trim() !== '') output += '…'
  return { text: output, highlights: moved(marked, { start, end: start + stop }, shifts) }
}

function moved(
  marked: readonly TermMatch[],
  window: Window,
  shifts: readonly { readonly at: number; readonly by: number }[],
): readonly (readonly [start: number, end: number])[] {
  const highlights: (readonly [start: number, end: number])[] = []
  let at = 0
  for (const match of marked) {
    if (match.start < window.start || match.end > window.end) continue
    while ((shifts[at + 1]?.at ?? Number.POSITIVE_INFINITY) <= match.start) at++
    const by = shifts[at]?.by ?? 0
    highlights.push([match.start - by, match.end - by])
  }
  return highlights
}
