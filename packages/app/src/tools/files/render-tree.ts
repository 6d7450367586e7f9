import type { FileEntry } from '@varve/workspace'

export interface TreeOptions {
  /** Whose tree it is; all entries are below it. */
  readonly folder: string
  readonly depth: number
  /** Of lines. */
  readonly limit: number
}

interface Branch {
  readonly folders: Map<string, Branch>
  readonly files: FileEntry[]
  count: number
}

/** The lines of an indented tree of files, folders first, at the greatest depth that keeps to the limit. */
export function renderTree(entries: readonly FileEntry[], options: TreeOptions): readonly string[] {
  const root = grow(entries, options.folder)
  let lines: string[] = []
  for (let depth = options.depth; depth > 0; depth -= 1) {
    lines = []
    draw(root, { depth, indent: '', lines, most: options.limit + 1 })
    if (lines.length <= options.limit) break
  }
  const shown = lines.slice(0, options.limit)
  if (lines.length > options.limit) shown.push('[more; ask for a folder, or use ls and glob]')
  return shown
}

function grow(entries: readonly FileEntry[], folder: string): Branch {
  const root: Branch = { folders: new Map(), files: [], count: 0 }
  for (const entry of entries) {
    let branch = root
    branch.count += 1
    for (const name of entry.path
      .slice(folder === '' ? 0 : folder.length + 1)
      .split('/')
      .slice(0, -1)) {
      const known = branch.folders.get(name)
      const next: Branch = known ?? { folders: new Map(), files: [], count: 0 }
      if (!known) branch.folders.set(name, next)
      next.count += 1
      branch = next
    }
    branch.files.push(entry)
  }
  return root
}

interface Drawing {
  readonly depth: number
  readonly indent: string
  readonly lines: string[]
  /** Beyond so many nobody looks. */
  readonly most: number
}

function draw(branch: Branch, drawing: Drawing): void {
  const { depth, indent, lines, most } = drawing
  for (const [name, inner] of branch.folders) {
    if (lines.length >= most) return
    lines.push(`${indent}${name}/ (${inner.count})`)
    if (depth > 1) draw(inner, { ...drawing, depth: depth - 1, indent: `${indent}  ` })
  }
  for (const { path } of branch.files) {
    if (lines.length >= most) return
    lines.push(`${indent}${path.slice(path.lastIndexOf('/') + 1)}`)
  }
}
