export interface HighlightPiece {
  readonly text: string
  readonly hit: boolean
}

/** A text in pieces, those that were searched for marked. Ranges may overlap, touch or leave the text. */
export function splitHighlights(
  text: string,
  highlights: readonly (readonly [start: number, end: number])[],
): readonly HighlightPiece[] {
  const pieces: HighlightPiece[] = []
  let from = 0
  for (const [start, end] of highlights.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const first = Math.max(start, from)
    const last = Math.min(end, text.length)
    if (first >= last) continue
    if (first > from) pieces.push({ text: text.slice(from, first), hit: false })
    pieces.push({ text: text.slice(first, last), hit: true })
    from = last
  }
  if (from < text.length) pieces.push({ text: text.slice(from), hit: false })
  return pieces
}
