import { z } from 'zod'
import type { FileEntry } from '@varve/workspace'
import { AppError } from '../../app-error.ts'
import { FileVisibility } from '../file-visibility.ts'
import type { Tool } from '../tool.ts'
import { TOOL_LIMITS } from '../tool-limits.ts'
import { folderPath, folderSchema, isBelow, withoutVarve } from '../tool-path.ts'

const schema = z.strictObject({
  folder: folderSchema
    .optional()
    .describe('From the root of the workspace; the root without Varve/ where absent.'),
  depth: z.int().min(1).max(TOOL_LIMITS.treeDepth).optional().describe('How many levels of folders.'),
})

export const fileTreeTool: Tool<z.infer<typeof schema>> = {
  name: 'getFileTree',
  look: { icon: 'folder', doing: 'Listing' },
  description:
    'Show folders and files as a tree. Where it would be too long, fewer levels are shown, and folders with the number of their files.',
  reach: 'read',
  recoverable: true,
  isLookup: true,
  schema,
  touches: ({ folder = '' }) => [folder],
  describe: ({ folder = '' }) => `Show the tree of "${folder === '' ? '/' : folder}"`,
  run: async ({ folder: asked, depth = TOOL_LIMITS.treeDepth }, run) => {
    const folder = folderPath(run.files, asked)
    const { files } = await (await FileVisibility.of(run)).listSeen()
    const below = withoutVarve(files, folder).filter(({ path }) => isBelow(path, folder))
    if (below.length === 0 && folder !== '')
      throw new AppError('file-not-found', `There is no folder "${folder}" with files in it.`)
    const lines = renderTree(below, { folder, depth, limit: TOOL_LIMITS.treeLines })
    return {
      text: [folder === '' ? '/' : `${folder}/`, ...lines].join('\n'),
      summary: `Showed the tree of "${folder === '' ? '/' : folder}": ${below.length} files`,
    }
  },
}

interface TreeOptions {
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
function renderTree(entries: readonly FileEntry[], options: TreeOptions): readonly string[] {
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
  /** Longer lists are cut. */
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
