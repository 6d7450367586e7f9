import { fileKind } from '@varve/workspace'
import { z } from 'zod'
import { AppError } from '../../app-error.ts'
import { refuseOtherPath } from './content-guard.ts'
import { Sight } from '../sight.ts'
import type { Tool, ToolOutcome, ToolRun } from '../tool.ts'
import { filePath, pathSchema } from '../tool-path.ts'

const schema = z.strictObject({
  from: pathSchema.describe('The file, from the root of the workspace.'),
  to: pathSchema.describe('Its new path with its name; no file may be there. Folders are made as needed.'),
})

type Args = z.infer<typeof schema>

export const mvTool: Tool<Args> = {
  name: 'mv',
  description: 'Move or rename one file. A file is never written over, and links to it are not changed.',
  reach: 'write',
  recoverable: false,
  schema,
  touches: ({ from, to }) => [from, to],
  describe: ({ from, to }) => `Move "${from}" to "${to}"`,
  preview: async (args, run) => {
    const { from, to } = await prepare(args, run)
    return { path: to, movedFrom: from }
  },
  run: moveFile,
}

async function moveFile(args: Args, run: ToolRun): Promise<ToolOutcome> {
  const { from, to } = await prepare(args, run)
  const moved = await run.files.move(from, to, 'absent')
  if (moved.path !== to) {
    // A folder of the path is a link, and rules for where it leads were not asked.
    await run.files.move(moved.path, from, 'absent')
    if (moved.made) await run.files.removeEmptyFolders(moved.made)
    throw new AppError(
      'path-refused',
      `"${to}" leads to "${moved.path}"; name that instead. It was not moved.`,
    )
  }
  return {
    text: `Moved ${from} to ${moved.path}.`,
    summary: `Moved "${from}" to "${moved.path}"`,
    changes: [
      {
        kind: 'move',
        path: moved.path,
        from,
        after: moved.contentHash,
        ...(moved.made ? { made: moved.made } : {}),
      },
    ],
  }
}

async function prepare(args: Args, run: ToolRun): Promise<Args> {
  const [from, to] = [filePath(run.files, args.from), filePath(run.files, args.to)]
  if (from === to) throw new AppError('message-invalid', `"${from}" has this path already.`)
  // Another kind would be read in another way, or no more by the rules for notes.
  if (kindOf(from) !== kindOf(to))
    throw new AppError(
      'path-refused',
      `"${from}" would become another kind of file as "${to}"; keep its ending.`,
    )
  refuseOtherPath(await (await Sight.of(run)).read(from), from)
  return { from, to }
}

function kindOf(path: string): string | undefined {
  return fileKind(path.slice(path.lastIndexOf('/') + 1))
}
