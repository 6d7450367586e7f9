import type { TreeRow } from '../view-model/files/file-tree.ts'

/** What a key does in the tree: the mark goes to a row, a row acts, or folders open and close. */
export type TreeMove =
  | { readonly kind: 'to'; readonly to: number }
  | { readonly kind: 'act'; readonly row: TreeRow }
  | { readonly kind: 'folders'; readonly paths: readonly string[]; readonly open: boolean }

export interface TreeKey {
  readonly key: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

const PAGE = 12

/** The keys of a tree as screen readers teach them; undefined for any other. */
export function moveInTree(rows: readonly TreeRow[], at: number, event: TreeKey): TreeMove | undefined {
  const row = rows[at]
  if (!row || event.altKey || event.ctrlKey || event.metaKey) return undefined
  const last = rows.length - 1
  switch (event.key) {
    case 'ArrowDown':
      return { kind: 'to', to: Math.min(at + 1, last) }
    case 'ArrowUp':
      return { kind: 'to', to: Math.max(at - 1, 0) }
    case 'PageDown':
      return { kind: 'to', to: Math.min(at + PAGE, last) }
    case 'PageUp':
      return { kind: 'to', to: Math.max(at - PAGE, 0) }
    case 'Home':
      return { kind: 'to', to: 0 }
    case 'End':
      return { kind: 'to', to: last }
    case 'ArrowRight':
      return goIn(rows, at, row)
    case 'ArrowLeft':
      return goOut(at, row)
    case 'Enter':
    case ' ':
      return { kind: 'act', row }
    case '*':
      return { kind: 'folders', paths: closedBeside(rows, row), open: true }
    default:
      return /^[^\s/?]$/u.test(event.key) ? seek(rows, at, event.key) : undefined
  }
}

function goIn(rows: readonly TreeRow[], at: number, row: TreeRow): TreeMove | undefined {
  if (row.kind !== 'folder') return undefined
  if (!row.open) return { kind: 'folders', paths: [row.path], open: true }
  return rows[at + 1]?.parent === at ? { kind: 'to', to: at + 1 } : undefined
}

function goOut(at: number, row: TreeRow): TreeMove | undefined {
  if (row.kind === 'folder' && row.open) return { kind: 'folders', paths: [row.path], open: false }
  return row.parent === undefined ? undefined : { kind: 'to', to: row.parent }
}

function closedBeside(rows: readonly TreeRow[], row: TreeRow): readonly string[] {
  return rows
    .filter((other) => other.kind === 'folder' && !other.open && other.parent === row.parent)
    .map(({ path }) => path)
}

/** The next row whose name begins with the letter, from the top again after the end. */
function seek(rows: readonly TreeRow[], at: number, letter: string): TreeMove | undefined {
  const wanted = letter.toLowerCase()
  for (let step = 1; step <= rows.length; step += 1) {
    const to = (at + step) % rows.length
    if (rows[to]?.name.toLowerCase().startsWith(wanted)) return { kind: 'to', to }
  }
  return undefined
}
