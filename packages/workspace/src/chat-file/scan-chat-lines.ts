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
