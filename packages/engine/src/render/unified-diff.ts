import { findHunks, type Hunk } from './changes.ts'
import { splitLines } from './split-lines.ts'

const NO_FINAL_NEWLINE = '\\ No newline at end of file'

const HEADER = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$/

/**
 * Rendering version 1, for the epochs that began under it: unified hunks with one line of context. Undefined where
 * there are too many, or where applying them would not give `after` exactly; an equal text gives ''.
 */
export function unifiedDiff(before: string, after: string): string | undefined {
  const lines = splitLines(before)
  const signed: string[] = []
  let shift = 0
  for (const group of groupHunks(findHunks(lines, splitLines(after)) ?? [])) {
    const [first, last] = [group[0], group.at(-1)]
    if (!first || !last) continue
    const start = Math.max(0, first.at - 1)
    const end = Math.min(lines.length, last.at + last.removed + 1)
    const growth = group.reduce((sum, { removed, added }) => sum + added.length - removed, 0)
    const counted = (at: number, count: number): string => `${count === 0 ? at : at + 1},${count}`
    signed.push(`@@ -${counted(start, end - start)} +${counted(start + shift, end - start + growth)} @@`)
    let taken = start
    for (const { at, removed, added } of group) {
      signed.push(...lines.slice(taken, at).flatMap((line) => signLine(' ', line)))
      signed.push(...lines.slice(at, at + removed).flatMap((line) => signLine('-', line)))
      signed.push(...added.flatMap((line) => signLine('+', line)))
      taken = at + removed
    }
    signed.push(...lines.slice(taken, end).flatMap((line) => signLine(' ', line)))
    shift += growth
  }
  const update = signed.join('\n')
  return applyUnifiedDiff(before, update) === after ? update : undefined
}

/** Hunks whose lines of context meet are one. */
function groupHunks(hunks: readonly Hunk[]): readonly (readonly Hunk[])[] {
  const groups: Hunk[][] = []
  for (const hunk of hunks) {
    const last = groups.at(-1)?.at(-1)
    if (last && hunk.at - last.at - last.removed <= 2) groups.at(-1)?.push(hunk)
    else groups.push([hunk])
  }
  return groups
}

/** An unchanged empty line needs no sign, and Varve writes no trailing blanks. [L-1] */
function signLine(mark: ' ' | '-' | '+', line: string): readonly string[] {
  if (!line.endsWith('\n')) return [mark + line, NO_FINAL_NEWLINE]
  return [mark === ' ' && line === '\n' ? '' : mark + line.slice(0, -1)]
}

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
