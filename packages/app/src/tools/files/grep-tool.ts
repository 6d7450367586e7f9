import { z } from 'zod'
import { grepFiles, type GrepReport } from './grep-files.ts'
import { matching } from './glob-tool.ts'
import { compileLiteral, compileRegex, PacedMatcher } from '../pattern.ts'
import { FileVisibility } from '../file-visibility.ts'
import type { Tool, ToolOutcome, ToolRun } from '../tool.ts'
import { TOOL_LIMITS } from '../tool-limits.ts'
import { folderPath, folderSchema, isBelow, withoutVarve } from '../tool-path.ts'

const schema = z.strictObject({
  pattern: z.string().min(1).max(TOOL_LIMITS.patternCharacters).describe('What a line holds.'),
  regex: z.boolean().optional().describe('The pattern is a regular expression; plain text where absent.'),
  caseSensitive: z.boolean().optional(),
  path: folderSchema
    .optional()
    .describe('A file, a folder, or a pattern as for glob; everything but Varve/ where absent.'),
  context: z.int().min(0).max(TOOL_LIMITS.grepContextLines).optional().describe('Lines around each match.'),
})

type Args = z.infer<typeof schema>

export const grepTool: Tool<Args> = {
  name: 'grep',
  look: { icon: 'search', doing: 'Searching' },
  description:
    'Find lines of text files, exactly as they are written, with their numbers. For what a text is about, use localSearch.',
  reach: 'read',
  recoverable: true,
  isLookup: true,
  showsText: true,
  schema,
  touches: ({ path = '' }) => (isGlob(path) ? [] : [path]),
  describe: ({ pattern, path }) => `Find "${pattern}"${path === undefined ? '' : ` in "${path}"`}`,
  run: grep,
}

async function grep(args: Args, run: ToolRun): Promise<ToolOutcome> {
  const { pattern, regex = false, caseSensitive = false } = args
  const compiled = (regex ? compileRegex : compileLiteral)(pattern, { ignoreCase: !caseSensitive })
  const sight = await FileVisibility.of(run)
  const report = await grepFiles({
    run,
    sight,
    literal: !regex && /^[ -~]+$/.test(pattern) ? pattern.toLowerCase() : '',
    entries: await entriesOf(args, run, sight),
    context: args.context ?? 0,
    matcher: new PacedMatcher(compiled, run.signal),
  })
  const { lines, matches, files, isUntrusted, around } = report
  const found = `${matches} ${matches === 1 ? 'line' : 'lines'} in ${files} ${files === 1 ? 'file' : 'files'}`
  const text = [...lines, ...remarks(report)]
  return {
    text: matches === 0 ? [nothingWords(report), ...remarks(report)].join('\n') : text.join('\n'),
    summary: `Found "${args.pattern}": ${found}`,
    around,
    ...(isUntrusted ? { untrusted: true } : {}),
  }
}

async function entriesOf({ path = '' }: Args, run: ToolRun, sight: FileVisibility) {
  const files = withoutVarve((await sight.list()).files, path)
  if (isGlob(path)) return matching(files, path, run)
  const folder = folderPath(run.files, path)
  return files.filter((entry) => entry.path === folder || isBelow(entry.path, folder))
}

function isGlob(path: string): boolean {
  return /[*?[{]/.test(path)
}

function nothingWords({ isExhausted }: GrepReport): string {
  return isExhausted ? 'No line matched in the files searched so far.' : 'No line matches.'
}

function remarks({ isFull, isExhausted, skipped }: GrepReport): readonly string[] {
  return [
    ...(isFull ? [`[stopped after ${TOOL_LIMITS.grepMatches} lines; there may be more]`] : []),
    ...(isExhausted
      ? [
          '[stopped: the pattern takes too long, so not every file was searched; make it simpler or name a folder]',
        ]
      : []),
    ...(skipped > 0 ? [`[${skipped} files or lines were too long to be searched]`] : []),
  ]
}
