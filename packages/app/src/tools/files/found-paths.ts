import type { FileEntry } from '@varve/workspace'
import type { FileVisibility } from '../file-visibility.ts'
import type { ToolOutcome } from '../tool.ts'
import { TOOL_LIMITS } from '../tool-limits.ts'

/** Paths as a result, as many as one may hold; how many there are is said. */
export async function foundPaths(
  sight: FileVisibility,
  found: readonly FileEntry[],
  what: string,
): Promise<ToolOutcome> {
  const { foundPaths: limit } = TOOL_LIMITS
  const shown = await sight.withoutMarked(found.slice(0, limit))
  const left = found.length - limit
  const lines = shown.map(({ path }) => path)
  if (left > 0) lines.push(`[${left} more; narrow it]`)
  const count = lines.length === 0 ? 'no files' : `${Math.max(shown.length, found.length)} files`
  return {
    text: lines.length === 0 ? `No file of the workspace is ${what}.` : lines.join('\n'),
    summary: `Found ${count} ${what}`,
  }
}
