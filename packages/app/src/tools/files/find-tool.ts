import { startOfDay } from '@varve/index'
import { FILE_KINDS } from '@varve/workspace'
import { z } from 'zod'
import { AppError } from '../../app-error.ts'
import { foundPaths } from './found-paths.ts'
import { FileVisibility } from '../file-visibility.ts'
import type { Tool, ToolOutcome, ToolRun } from '../tool.ts'
import { TOOL_LIMITS } from '../tool-limits.ts'
import { folderPath, folderSchema, isBelow, withoutVarve } from '../tool-path.ts'

const day = z.iso.date()
const schema = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(TOOL_LIMITS.queryCharacters)
    .optional()
    .describe('Part of the name; case does not count.'),
  kind: z.enum(FILE_KINDS).optional(),
  folder: folderSchema.optional().describe('Only below this folder.'),
  changedFrom: day.optional().describe('First day of the last change, YYYY-MM-DD; timeRange gives days.'),
  changedTo: day.optional().describe('Last day of the last change.'),
})

type Args = z.infer<typeof schema>

const DAY = 24 * 60 * 60 * 1000

export const findTool: Tool<Args> = {
  name: 'find',
  look: { icon: 'search', doing: 'Finding' },
  description:
    'Find files by name, kind, folder and the day of their last change; all that is given must hold.',
  reach: 'read',
  recoverable: true,
  schema,
  touches: () => [],
  describe: (args) => `Find files ${describe(args)}`,
  run: findFiles,
}

async function findFiles(args: Args, run: ToolRun): Promise<ToolOutcome> {
  const { name, kind, changedFrom, changedTo } = args
  const folder = folderPath(run.files, args.folder)
  const wanted = name?.normalize('NFC').toLowerCase()
  const from = changedFrom === undefined ? undefined : startOfDay(changedFrom)
  // Some days have 23 or 25 hours: the end of a day is the start of the next.
  const to = changedTo === undefined ? undefined : startOfDay(dayAfter(changedTo))
  if (from !== undefined && to !== undefined && to <= from)
    throw new AppError('message-invalid', 'changedTo is before changedFrom.')
  const sight = await FileVisibility.of(run)
  const found = withoutVarve((await sight.list()).files, folder).filter(
    (entry) =>
      isBelow(entry.path, folder) &&
      (kind === undefined || entry.kind === kind) &&
      (wanted === undefined || nameOf(entry.path).toLowerCase().includes(wanted)) &&
      (from === undefined || entry.modified >= from) &&
      (to === undefined || entry.modified < to),
  )
  return foundPaths(sight, found, describe(args))
}

function describe({ name, kind, folder, changedFrom, changedTo }: Args): string {
  const parts = [
    name === undefined ? undefined : `named like "${name}"`,
    kind === undefined ? undefined : `of kind ${kind}`,
    folder === undefined ? undefined : `below "${folder}"`,
    changedFrom === undefined ? undefined : `changed from ${changedFrom}`,
    changedTo === undefined ? undefined : `changed up to ${changedTo}`,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? 'of any kind' : parts.join(', ')
}

function dayAfter(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + DAY).toISOString().slice(0, 10)
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
