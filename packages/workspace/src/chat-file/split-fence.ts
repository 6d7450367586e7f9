export interface FencedFile {
  /** The lines between the fences; undefined where there are none. */
  readonly block: string | undefined
  readonly bodyStart: number
}

/** Cuts the front matter off; a block that is never closed is text. */
export function splitFence(text: string): FencedFile {
  const opening = /^---[ \t]*\n/.exec(text)
  if (!opening) return { block: undefined, bodyStart: 0 }
  // From the line feed of the opening fence on, so that an empty block has its closing fence.
  const closing = /\n---[ \t]*(?:\n|$)/g
  closing.lastIndex = opening[0].length - 1
  const match = closing.exec(text)
  if (!match) return { block: undefined, bodyStart: 0 }
  const end = Math.max(opening[0].length, match.index + 1)
  return { block: text.slice(opening[0].length, end), bodyStart: match.index + match[0].length }
}
