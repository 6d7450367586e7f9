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
import { timeRangeTool } from './time-range-tool.ts'
import type { Tool } from './tool.ts'
import { touchTool } from './files/touch-tool.ts'
import { useSkillTool } from '../definitions/use-skill.ts'
import { webSearchTool } from './web/web-search-tool.ts'
import { writeTool } from './files/write-tool.ts'

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
  timeRangeTool,
  touchTool,
  useSkillTool,
  webSearchTool,
  writeTool,
].sort((a, b) => (a.name < b.name ? -1 : 1))

export function toolNamed(name: string, tools: readonly Tool<unknown>[] = TOOLS): Tool<unknown> | undefined {
  return tools.find((tool) => tool.name === name)
}
