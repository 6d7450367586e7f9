import type { DiffRow } from './diff-rows.ts'

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/

/** The rows of a unified diff; none for a text that is no diff. */
export function parseUnified(text: string): readonly DiffRow[] {
  const rows: DiffRow[] = []
  let [before, after, inHunk] = [0, 0, false]
  for (const line of text.split('\n')) {
    const hunk = HUNK.exec(line)
    if (hunk) {
      ;[before, after, inHunk] = [Number(hunk[1]), Number(hunk[2]), true]
      if (rows.length > 0) rows.push({ kind: 'gap', line: after, text: '' })
    } else if (inHunk && line.startsWith('-'))
      rows.push({ kind: 'removed', line: before++, text: line.slice(1) })
    else if (inHunk && line.startsWith('+')) rows.push({ kind: 'added', line: after++, text: line.slice(1) })
    else if (inHunk && line.startsWith(' ')) {
      rows.push({ kind: 'same', line: after++, text: line.slice(1) })
      before += 1
    }
  }
  return rows
}
