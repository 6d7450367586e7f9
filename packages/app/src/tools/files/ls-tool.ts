import type { FileEntry } from '@varve/workspace'
import { z } from 'zod'
import { AppError } from '../../app-error.ts'
import { FileVisibility } from '../file-visibility.ts'
import type { Tool, ToolOutcome, ToolRun } from '../tool.ts'
import { TOOL_LIMITS } from '../tool-limits.ts'
import { folderPath, folderSchema, isBelow } from '../tool-path.ts'

const schema = z.strictObject({
  path: folderSchema
    .optional()
    .describe('The folder, from the root of the workspace; the root where absent.'),
})

type Args = z.infer<typeof schema>

export const lsTool: Tool<Args> = {
  name: 'ls',
  look: { icon: 'folder', doing: 'Listing' },
  description:
    'List what is directly in a folder: folders with the number of files below them, files with their sizes.',
  reach: 'read',
  recoverable: true,
  schema,
  touches: ({ path = '' }) => [path],
  describe: ({ path = '' }) => `List "${path === '' ? '/' : path}"`,
  run: listFolder,
}

async function listFolder({ path: asked }: Args, run: ToolRun): Promise<ToolOutcome> {
  const folder = folderPath(run.files, asked)
  const listing = await (await FileVisibility.of(run)).listSeen()
  const below = listing.files.filter(({ path }) => isBelow(path, folder))
  if (below.length === 0 && folder !== '')
    throw new AppError('file-not-found', `There is no folder "${folder}" with files in it.`)
  const { folders, files } = split(below, folder)
  const names = [...folders].map(([name, count]) => `${name}/ (${count})`)
  const { listEntries } = TOOL_LIMITS
  const shown = files.slice(0, Math.max(0, listEntries - names.length))
  const lines = [
    ...names.slice(0, listEntries),
    ...shown.map(
      ({ path, bytes }) => `${path.slice(folder === '' ? 0 : folder.length + 1)} (${bytes} bytes)`,
    ),
  ]
  const left = names.length + files.length - listEntries
  if (left > 0) lines.push(`[${left} more; narrow it with glob or find]`)
  if (listing.truncated) lines.push('[the workspace has more files than can be listed]')
  const name = folder === '' ? '/' : `${folder}/`
  return {
    text: lines.length === 0 ? `${name} is empty.` : [name, ...lines].join('\n'),
    summary: `Listed "${name}": ${folders.size} folders, ${shown.length} files`,
  }
}

/** Folders directly below with their files counted, and the files beside them, in code-unit order. */
function split(
  below: readonly FileEntry[],
  folder: string,
): { readonly folders: ReadonlyMap<string, number>; readonly files: readonly FileEntry[] } {
  const folders = new Map<string, number>()
  const files: FileEntry[] = []
  const start = folder === '' ? 0 : folder.length + 1
  for (const entry of below) {
    const slash = entry.path.indexOf('/', start)
    if (slash < 0) files.push(entry)
    else {
      const name = entry.path.slice(start, slash)
      folders.set(name, (folders.get(name) ?? 0) + 1)
    }
  }
  return { folders, files }
}
