import { z } from 'zod'
import { askUserTool } from './ask-user-tool.ts'
import { editTool } from './files/edit-tool.ts'
import { fetchUrlTool } from './web/fetch-url-tool.ts'
import { fileTreeTool } from './files/file-tree-tool.ts'
import { findTool } from './files/find-tool.ts'
import { globTool } from './files/glob-tool.ts'
import { grepTool } from './files/grep-tool.ts'
import { localSearchTool } from './local-search-tool.ts'
import { lsTool } from './files/ls-tool.ts'
import { memoryTool } from './memory-tool.ts'
import { mkdirTool } from './files/mkdir-tool.ts'
import { mvTool } from './files/mv-tool.ts'
import { planTool } from './plan-tool.ts'
import { readArtifactTool } from './read-artifact-tool.ts'
import { readTool } from './files/read-tool.ts'
import { rmTool } from './files/rm-tool.ts'
import { searchChatsTool } from './search-chats-tool.ts'
import { timeRangeTool } from './time-range-tool.ts'
import type { Tool } from './tool.ts'
import { useSkillTool } from './use-skill.ts'
import { webSearchTool } from './web/web-search-tool.ts'
import { writeTool } from './files/write-tool.ts'
import { FileVisibility } from './file-visibility.ts'
import { pathSchema, textPath } from './tool-path.ts'
import { writeThrough } from './files/write-through.ts'

const schema = z.strictObject({
  path: pathSchema.describe('The file, from the root of the workspace; folders are made as needed.'),
})

const touchTool: Tool<z.infer<typeof schema>> = {
  name: 'touch',
  look: { icon: 'note', doing: 'Creating' },
  description: 'Make an empty text file. A file that is there already stays as it is.',
  reach: 'write',
  recoverable: false,
  schema,
  touches: ({ path }) => [path],
  describe: ({ path }) => `Make the empty file "${path}"`,
  preview: ({ path }, run) => Promise.resolve({ path: textPath(run.files, path), after: '' }),
  run: async ({ path: asked }, run) => {
    const path = textPath(run.files, asked)
    const before = await (await FileVisibility.of(run)).readIfThere(path)
    if (before) return { text: `${path} is there already.`, summary: `"${path}" is there already` }
    const change = await writeThrough(run, { path, text: '', before: undefined })
    return { text: `Made ${path}.`, summary: `Made "${path}"`, ...(change ? { changes: [change] } : {}) }
  },
}

/** Every tool of Varve's own, in code-unit order of their names. */
export const TOOLS: readonly Tool<unknown>[] = [
  askUserTool,
  editTool,
  fetchUrlTool,
  fileTreeTool,
  findTool,
  globTool,
  grepTool,
  localSearchTool,
  lsTool,
  memoryTool,
  mkdirTool,
  mvTool,
  planTool,
  readTool,
  readArtifactTool,
  rmTool,
  searchChatsTool,
  timeRangeTool,
  touchTool,
  useSkillTool,
  webSearchTool,
  writeTool,
].sort((a, b) => (a.name < b.name ? -1 : 1))

export function toolNamed(name: string, tools: readonly Tool<unknown>[] = TOOLS): Tool<unknown> | undefined {
  return tools.find((tool) => tool.name === name)
}
