import { type DiffHunk, NO_FINAL_NEWLINE, parseDiffHunks } from './diff-hunk.ts'
import { splitLines } from './split-lines.ts'

/** The text after an update, or undefined when the update does not fit `before` exactly: no fuzz. */
export function applyDiffUpdate(before: string, update: string): string | undefined {
  const hunks = parseDiffHunks(update)
  if (!hunks) return undefined
  const lines = splitLines(before)
  const result: string[] = []
  let taken = 0
  for (const hunk of hunks) {
    const start = hunk.oldLines === 0 ? hunk.oldStart : hunk.oldStart - 1
    if (start < taken || start > lines.length) return undefined
    for (; taken < start; taken += 1) result.push(lines[taken] ?? '')
    const end = applyHunk(hunk, { lines, at: start, result })
    if (end === undefined) return undefined
    taken = end
  }
  for (; taken < lines.length; taken += 1) result.push(lines[taken] ?? '')
  return result.join('')
}

interface Application {
  readonly lines: readonly string[]
  readonly at: number
  readonly result: string[]
}

function applyHunk(hunk: DiffHunk, { lines, at, result }: Application): number | undefined {
  let taken = at
  for (const [index, signed] of hunk.lines.entries()) {
    if (signed === NO_FINAL_NEWLINE) continue
    const line = signed.slice(1) + (hunk.lines[index + 1] === NO_FINAL_NEWLINE ? '' : '\n')
    const sign = signed.charAt(0)
    if (sign !== '+') {
      if (lines[taken] !== line) return undefined
      taken += 1
    }
    if (sign !== '-') result.push(line)
  }
  return taken
}
