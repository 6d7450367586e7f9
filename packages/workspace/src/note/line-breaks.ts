/** The text with CRLF and CR as LF: what counts as a line is the same for every line ending, and no line is lost. */
export function toLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/gu, '\n') : text
}

/** Where each line of a text begins, and after the last one the text's length; LF, CRLF and CR each end a line. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1)
  }
  starts.push(text.length)
  return starts
}

/** What a person counts: the end of the last line begins no other. */
export function countLines(text: string): number {
  const starts = lineStarts(text)
  return starts.length - (starts.at(-1) === starts.at(-2) ? 2 : 1)
}

/** Lines as they are in a text, counted from 1, without the end of the last one. */
export function sliceLines(text: string, [from, to]: readonly [from: number, to: number]): string {
  const starts = lineStarts(text)
  return text.slice(starts[from - 1], starts[to]).replace(/\r?\n$|\r$/u, '')
}
