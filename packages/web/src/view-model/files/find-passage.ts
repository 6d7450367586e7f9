/** A passage of a file: its lines, both included and counted from 1, and its text. */
export interface Passage {
  readonly lines: readonly [number, number]
  readonly content: string
}

/**
 * What was selected, within the lines that its blocks take in the file. As it was selected where it stands there
 * letter for letter; with marks in between that are not shown, the whole lines.
 */
export function findPassage(
  source: string,
  [from, to]: readonly [number, number],
  selected: string,
): Passage | undefined {
  const wanted = selected.replaceAll('\u00a0', ' ').trim()
  const lines = source.split(/\r\n|\n|\r/)
  const last = Math.min(to, lines.length)
  if (wanted === '' || from < 1 || from > last) return undefined
  const text = lines.slice(from - 1, last).join('\n')
  const at = text.indexOf(wanted)
  if (at < 0) return { lines: [from, last], content: text }
  const first = from + breaksIn(text.slice(0, at))
  return { lines: [first, first + breaksIn(wanted)], content: wanted }
}

function breaksIn(text: string): number {
  return text.split('\n').length - 1
}
