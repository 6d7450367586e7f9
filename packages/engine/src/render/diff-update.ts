import { applyDiffUpdate } from './apply-diff-update.ts'
import type { DiffHunk } from './diff-hunk.ts'
import { diffLines } from './diff-lines.ts'

/** Beyond this many changed lines the full text reads better, and the search for a smallest diff gets slow. */
const MAXIMUM_EDITS = 1000

/**
 * The changed passages as unified hunks with one line of context, no file header. Undefined when there
 * are too many, or when applying them would not give `after` exactly; an equal text gives ''. [P-5]
 */
export function diffUpdate(before: string, after: string): string | undefined {
  const hunks = diffLines(before, after, MAXIMUM_EDITS)
  if (!hunks) return undefined
  const update = hunks.flatMap((hunk) => [header(hunk), ...hunk.lines.map(trimEmptyContext)]).join('\n')
  return applyDiffUpdate(before, update) === after ? update : undefined
}

/** An empty side is named by the line before it, as every reader of unified diffs expects. */
function header({ oldStart, oldLines, newStart, newLines }: DiffHunk): string {
  const from = oldLines === 0 ? oldStart - 1 : oldStart
  const to = newLines === 0 ? newStart - 1 : newStart
  return `@@ -${from},${oldLines} +${to},${newLines} @@`
}

/** An unchanged empty line needs no sign, and Varve writes no trailing blanks. [L-1] */
function trimEmptyContext(line: string): string {
  return line === ' ' ? '' : line
}
