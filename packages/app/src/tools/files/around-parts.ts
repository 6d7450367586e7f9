import { surroundings } from '@varve/guard'

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
