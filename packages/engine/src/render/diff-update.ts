import { diffArrays } from 'diff'
import { applyDiffUpdate } from './apply-diff-update.ts'
import { type DiffHunk, NO_FINAL_NEWLINE } from './diff-hunk.ts'
import { splitLines } from './split-lines.ts'

class OpenHunk {
  readonly #oldStart: number
  readonly #newStart: number
  readonly #lines: string[] = []
  #oldLines = 0
  #newLines = 0

  /** `context` is the line before the first change, where there is one. */
  constructor(oldLine: number, newLine: number, context: string | undefined) {
    const before = context === undefined ? [] : [context]
    this.#oldStart = oldLine - before.length
    this.#newStart = newLine - before.length
    this.add(' ', before)
  }

  add(sign: LineRun['sign'], lines: readonly string[]): void {
    if (sign !== '+') this.#oldLines += lines.length
    if (sign !== '-') this.#newLines += lines.length
    for (const line of lines)
      if (line.endsWith('\n')) this.#lines.push(sign + line.slice(0, -1))
      else this.#lines.push(sign + line, NO_FINAL_NEWLINE)
  }

  close(): DiffHunk {
    return {
      oldStart: this.#oldStart,
      oldLines: this.#oldLines,
      newStart: this.#newStart,
      newLines: this.#newLines,
      lines: this.#lines,
    }
  }
}

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

/** Lines that both texts have, or that one of them has, in order. */
interface LineRun {
  readonly sign: ' ' | '-' | '+'
  readonly lines: readonly string[]
}

/**
 * The changed passages as hunks with one line of context; undefined when there are more than `maximumEdits`
 * lines added and removed. Lines are compared by number, so that each is looked at once.
 */
export function diffLines(
  before: string,
  after: string,
  maximumEdits: number,
): readonly DiffHunk[] | undefined {
  const numbers = new Map<string, number>()
  const numberOf = (line: string): number => {
    const known = numbers.get(line)
    if (known !== undefined) return known
    numbers.set(line, numbers.size + 1)
    return numbers.size
  }
  const oldLines = splitLines(before)
  const newLines = splitLines(after)
  const changes = diffArrays(oldLines.map(numberOf), newLines.map(numberOf), { maxEditLength: maximumEdits })
  if (!changes) return undefined
  let oldAt = 0
  let newAt = 0
  const runs = changes.map(({ count, added, removed }): LineRun => {
    const lines = removed ? oldLines.slice(oldAt, oldAt + count) : newLines.slice(newAt, newAt + count)
    if (!added) oldAt += count
    if (!removed) newAt += count
    return { sign: removed ? '-' : added ? '+' : ' ', lines }
  })
  return toHunks(runs)
}

function toHunks(runs: readonly LineRun[]): readonly DiffHunk[] {
  const hunks: DiffHunk[] = []
  let open: OpenHunk | undefined
  let oldLine = 1
  let newLine = 1
  for (const [index, { sign, lines }] of runs.entries()) {
    if (sign === ' ') {
      const isLast = index === runs.length - 1
      if (open && lines.length <= 2 && !isLast) open.add(' ', lines)
      else if (open) {
        open.add(' ', lines.slice(0, 1))
        hunks.push(open.close())
        open = undefined
      }
    } else {
      open ??= new OpenHunk(oldLine, newLine, runs[index - 1]?.lines.at(-1))
      open.add(sign, lines)
    }
    if (sign !== '+') oldLine += lines.length
    if (sign !== '-') newLine += lines.length
  }
  return open ? [...hunks, open.close()] : hunks
}
