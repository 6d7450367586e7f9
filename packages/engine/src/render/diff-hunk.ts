/** One hunk of a unified diff; `lines` hold the sign, and the marker for a missing final newline. */
export interface DiffHunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  readonly lines: readonly string[]
}

export const NO_FINAL_NEWLINE = '\\ No newline at end of file'

const HEADER = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$/

/** Hunks by their counts, so that a changed line may look like a header; undefined when the text is not a diff. */
export function parseDiffHunks(update: string): readonly DiffHunk[] | undefined {
  if (update === '') return []
  const lines = update.split('\n')
  const hunks: DiffHunk[] = []
  let at = 0
  while (at < lines.length) {
    const hunk = parseHunk(lines, at)
    if (!hunk) return undefined
    hunks.push(hunk)
    at += 1 + hunk.lines.length
  }
  return hunks
}

function parseHunk(lines: readonly string[], start: number): DiffHunk | undefined {
  const header = HEADER.exec(lines[start] ?? '')
  if (!header) return undefined
  const [oldStart = 0, oldLines = 0, newStart = 0, newLines = 0] = header.slice(1).map(Number)
  let removed = 0
  let added = 0
  let at = start + 1
  while (at < lines.length && (removed < oldLines || added < newLines || lines[at] === NO_FINAL_NEWLINE)) {
    const sign = (lines[at] ?? '').charAt(0)
    if (sign === ' ' || sign === '' || sign === '-') removed += 1
    if (sign === ' ' || sign === '' || sign === '+') added += 1
    at += 1
  }
  if (removed !== oldLines || added !== newLines) return undefined
  return { oldStart, oldLines, newStart, newLines, lines: lines.slice(start + 1, at) }
}
