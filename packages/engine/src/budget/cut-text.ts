/** The beginning of a text, with … where it was cut; never longer than `maximum`, never half a pair. */
export function cutText(text: string, maximum: number): string {
  if (text.length <= maximum) return text
  if (maximum < 1) return ''
  return `${text.slice(0, safeEnd(text, maximum - 1)).trimEnd()}…`
}

/** Any text on one line: blanks and control characters become single spaces. */
export function cutLine(text: string, maximum: number): string {
  // Titles and paths come from outside; a few times the room is enough to fill it.
  const head = text.slice(0, safeEnd(text, Math.min(text.length, maximum * 4)))
  const line = head.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  return cutText(head.length < text.length ? `${line}…` : line, maximum)
}

/** The last place at or before `end` that does not separate the halves of a surrogate pair. */
export function safeEnd(text: string, end: number): number {
  const splits = isHigh(text.charCodeAt(end - 1)) && isLow(text.charCodeAt(end))
  return splits ? end - 1 : end
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
