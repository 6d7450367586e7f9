/** A citation, or what may become one, with the blanks before it; and blanks at the end. */
const UNSETTLED = /(?<!\s)\s*\[\^?(?:\d|$)|(?<!\s)\s+$/

/**
 * As much of an unfinished answer as stays as it is. Where a model was asked to cite, citations are numbered anew when
 * the answer is whole, and some go: what was printed before cannot be taken back.
 */
export function lastingText(text: string): string {
  const at = text.search(UNSETTLED)
  return at < 0 ? text : text.slice(0, at)
}
