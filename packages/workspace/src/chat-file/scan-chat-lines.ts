/** A line that means something in a chat file. */
export interface MarkedLine {
  readonly kind: 'user' | 'ai' | 'context' | 'timestamp' | 'details'
  readonly start: number
  /** Before its line feed. */
  readonly end: number
  /** Where the next line begins. */
  readonly next: number
}

/** Every marked line from a place on, in one pass; a comment may go over several lines. */
export function scanChatLines(text: string, from: number): readonly MarkedLine[] {
  return [...markedLines(text, from)]
}

/** The same one at a time, for who may not want them all. */
export function* markedLines(text: string, from: number): Generator<MarkedLine> {
  let hasEnds = true
  let start = from
  while (start < text.length) {
    let end = endOfLine(text, start)
    const kind = kindOf(text, start, end)
    if (kind === 'details' && hasEnds) {
      const close = text.indexOf('-->', start)
      // Looked for once in vain, it is nowhere further down either.
      hasEnds = close !== -1
      if (close > end) end = endOfLine(text, close)
    }
    const next = Math.min(text.length, end + 1)
    if (kind) yield { kind, start, end, next }
    start = end + 1
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

function kindOf(text: string, start: number, end: number): MarkedLine['kind'] | undefined {
  switch (text.charAt(start)) {
    case '*':
      if (text.startsWith('**user**:', start)) return 'user'
      return text.startsWith('**ai**:', start) ? 'ai' : undefined
    case '[':
      if (text.charAt(end - 1) !== ']') return undefined
      if (text.startsWith('[Timestamp: ', start)) return 'timestamp'
      return text.startsWith('[Context: ', start) ? 'context' : undefined
    case '<':
      return text.startsWith('<!-- varve:turn ', start) ? 'details' : undefined
    default:
      return undefined
  }
}

interface FencedFile {
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

/** Behind a program that turns all line feeds of a file into CRLF, these are read as what they were. */
export function withLineFeeds(file: string): string {
  const text = file.startsWith('\ufeff') ? file.slice(1) : file
  return /^---[ \t]*\r\n/.test(text) ? text.replaceAll('\r\n', '\n') : text
}

/** How a line begins that means something in a chat file, with the backslashes that take that meaning away. */
const MARKED = /^\\*(?=\*\*(?:user|ai)\*\*:|\[Context: |\[Timestamp: |<!-- varve:|\*Answered by )/gm

/**
 * Escapes lines that could be mistaken for the file's own with one more backslash. The first line is left
 * alone if it follows something on its line.
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
