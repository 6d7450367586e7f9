import type { FileEntry } from '@varve/workspace'
import { z } from 'zod'
import { AppError } from '../../app-error.ts'
import { foundPaths } from './found-paths.ts'
import { compileGlob, PacedMatcher } from '../pattern.ts'
import { FileVisibility } from '../file-visibility.ts'
import type { Tool, ToolRun } from '../tool.ts'
import { TOOL_LIMITS } from '../tool-limits.ts'
import { withoutVarve } from '../tool-path.ts'

const schema = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(TOOL_LIMITS.patternCharacters)
    .describe('As "notes/**/*.md" or "*.{ts,tsx}"; without a slash it is for names in every folder.'),
})

export const globTool: Tool<z.infer<typeof schema>> = {
  name: 'glob',
  look: { icon: 'search', doing: 'Finding' },
  description:
    'Find files by a pattern for their paths: *, ?, ** over folders, [a-z], {one,other}. Varve/ is left out unless the pattern begins with it.',
  reach: 'read',
  recoverable: true,
  isLookup: true,
  schema,
  touches: () => [],
  describe: ({ pattern }) => `Find files like "${pattern}"`,
  run: async ({ pattern }, run) => {
    const sight = await FileVisibility.of(run)
    const found = await matching(withoutVarve((await sight.list()).files, pattern), pattern, run)
    return foundPaths(sight, found, `like "${pattern}"`)
  },
}

/** The files whose paths a pattern matches. */
export async function matching(
  entries: readonly FileEntry[],
  pattern: string,
  { signal }: ToolRun,
): Promise<readonly FileEntry[]> {
  const matcher = new PacedMatcher(compileGlob(pattern, { ignoreCase: false }), signal)
  const found: FileEntry[] = []
  for (const entry of entries) {
    if (matcher.matches(entry.path)) found.push(entry)
    if (matcher.isExhausted || matcher.givenUp > 0)
      throw new AppError('message-invalid', `The pattern "${pattern}" takes too long; make it simpler.`)
    await matcher.rest()
  }
  return found
}
