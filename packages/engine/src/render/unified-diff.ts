import { splitLines } from './split-lines.ts'

const NO_FINAL_NEWLINE = '\\ No newline at end of file'

const HEADER = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$/

/** The text after an update of version 1, or undefined where it does not fit `before` exactly: no fuzz. */
export function applyUnifiedDiff(before: string, update: string): string | undefined {
  const signed = update === '' ? [] : update.split('\n')
  const lines = splitLines(before)
  const result: string[] = []
  let taken = 0
  for (let at = 0; at < signed.length; ) {
    const header = HEADER.exec(signed[at] ?? '')
    if (!header) return undefined
    const [oldStart = 0, oldLines = 0, , newLines = 0] = header.slice(1).map(Number)
    const start = oldLines === 0 ? oldStart : oldStart - 1
    if (start < taken || start > lines.length) return undefined
    for (; taken < start; taken += 1) result.push(lines[taken] ?? '')
    const end = { taken: taken + oldLines, added: result.length + newLines }
    for (at += 1; taken < end.taken || result.length < end.added; at += 1) {
      if (at >= signed.length) return undefined
      const mark = (signed[at] ?? '').charAt(0)
      const isBare = signed[at + 1] === NO_FINAL_NEWLINE
      const line = (signed[at] ?? '').slice(1) + (isBare ? '' : '\n')
      if (isBare) at += 1
      if (mark !== '+' && lines[taken] !== line) return undefined
      if (mark !== '+') taken += 1
      if (mark !== '-') result.push(line)
    }
    if (taken !== end.taken || result.length !== end.added) return undefined
  }
  for (; taken < lines.length; taken += 1) result.push(lines[taken] ?? '')
  return result.join('')
}
