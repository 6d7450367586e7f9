/** Lines with their newline; carriage returns are part of a line. */
export function splitLines(text: string): readonly string[] {
  const lines: string[] = []
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start)
    const end = feed < 0 ? text.length : feed + 1
    lines.push(text.slice(start, end))
    start = end
  }
  return lines
}
