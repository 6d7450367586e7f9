/**
 * The part of a running answer that can be drawn already. What would change its look with the next words waits:
 * a citation that is not closed, and the head of a table before the line that makes it one.
 */
export function settledMarkdown(text: string): string {
  const closed = text.replace(/\[(?:\^\d{0,4})?$/, '')
  const lines = closed.split('\n')
  let first = lines.length
  while (first > 0 && lines[first - 1]?.trimStart().startsWith('|')) first -= 1
  const rows = lines.length - first
  const isTable = rows >= 2 && /^\s*\|[\s:|-]*-[\s:|-]*\|\s*$/.test(lines[first + 1] ?? '')
  return rows === 0 || isTable ? closed : lines.slice(0, first).join('\n')
}
