import { surroundings } from '@varve/guard'

/** The lines of a text with their ends; a text that ends with a line feed has no empty line after it. */
export function splitLines(text: string): readonly string[] {
  const lines: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start)
    const next = end < 0 ? text.length : end + 1
    lines.push(text.slice(start, next))
    start = next
  }
  return lines
}

/** Where each line begins, and after the last one the length of them all. */
export function lineStarts(lines: readonly string[]): readonly number[] {
  const starts = [0]
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length)
  return starts
}

/** A line without what ends it. */
export function bareLine(line: string): string {
  return line.replace(/\r?\n$/, '')
}

/** Whether every line of a text that ends, ends with CRLF. */
export function hasOnlyCrlf(text: string): boolean {
  return text.includes('\r\n') && !/(?<!\r)\n/.test(text)
}

/** What of the line ends of a text cannot be seen when it is read. */
export function describeLineEnds(text: string): string | undefined {
  if (hasOnlyCrlf(text)) return 'lines end with CRLF'
  return text.includes('\r') ? 'line ends are mixed' : undefined
}

/** A part of a text: its first character, and the one after its last. */
export type Part = readonly [start: number, end: number]

/** Parts with fewer characters between them are one. */
const NEAR = 200

/** The text around the shown parts, in order, for the guard; empty if they are the whole text. */
export function aroundParts(text: string, shown: readonly Part[]): readonly string[] {
  const parts: Part[] = []
  for (const [start, end] of shown) {
    const last = parts.at(-1)
    if (last && start - last[1] <= NEAR) parts[parts.length - 1] = [last[0], Math.max(last[1], end)]
    else parts.push([start, end])
  }
  return parts.flatMap(([start, end]) =>
    start === 0 && end >= text.length ? [] : surroundings(text, start, end),
  )
}
