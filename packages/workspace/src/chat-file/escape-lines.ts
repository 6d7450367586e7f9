/** How a line begins that means something in a chat file, with the backslashes that take that meaning away. */
const MARKED = /^\\*(?=\*\*(?:user|ai)\*\*:|\[Context: |\[Timestamp: |<!-- varve:|\*Answered by )/gm

/**
 * A text whose lines cannot be taken for those of the file: such a line gets one backslash more. The first line is
 * left alone where it stands behind something else.
 */
export function escapeLines(text: string, firstLine: 'escaped' | 'as-it-is'): string {
  return text.replace(MARKED, (slashes, at: number) =>
    at === 0 && firstLine === 'as-it-is' ? slashes : `${slashes}\\`,
  )
}

/** The inverse of `escapeLines`; a line that means something and has no backslash stays as it is. */
export function unescapeLines(text: string, firstLine: 'escaped' | 'as-it-is'): string {
  return text.replace(MARKED, (slashes, at: number) =>
    at === 0 && firstLine === 'as-it-is' ? slashes : slashes.slice(1),
  )
}
