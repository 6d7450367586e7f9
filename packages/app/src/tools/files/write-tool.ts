import { decodeText } from '@varve/workspace'
import { z } from 'zod'
import { AppError } from '../../app-error.ts'
import { hashSchema, refuseOtherPath, refuseOtherVersion, shownHash } from '../../files/content-guard.ts'
import { FileVisibility } from '../file-visibility.ts'
import type { Tool, ToolOutcome, ToolRun } from '../tool.ts'
import { TOOL_LIMITS } from '../tool-limits.ts'
import { pathSchema, textPath } from '../tool-path.ts'
import { carried, writeThrough } from './write-through.ts'

const schema = z.strictObject({
  path: pathSchema.describe('The file, from the root of the workspace; folders are made as needed.'),
  content: z.string().max(TOOL_LIMITS.writeCharacters).describe('The whole new text.'),
  hash: hashSchema
    .optional()
    .describe('Of the file that it replaces, as read told it; absent for a new file.'),
})

type Args = z.infer<typeof schema>

export const writeTool: Tool<Args> = {
  name: 'write',
  look: { icon: 'edit', doing: 'Writing' },
  description:
    'Write a text file whole. A file that is there is replaced only when its hash is given, so read it first; to change a part of one, use edit.',
  reach: 'write',
  recoverable: false,
  schema,
  touches: ({ path }) => [path],
  describe: ({ path, content, hash }) =>
    `${hash === undefined ? 'Write the new file' : 'Replace'} "${path}" (${content.length} ${content.length === 1 ? 'character' : 'characters'})`,
  preview: async (args, run) => {
    const { path, before } = await target(args, run)
    const { text, marked } = await carried(run, { path, text: args.content, before })
    return { path, ...(before ? { before: decodeText(before) } : {}), after: text, ...marked }
  },
  run: writeFile,
}

async function writeFile(args: Args, run: ToolRun): Promise<ToolOutcome> {
  const { path, before } = await target(args, run)
  const change = await writeThrough(run, { path, text: args.content, before })
  if (!change) return { text: `${path} has this text already.`, summary: `"${path}" is as it was` }
  return {
    text: `Wrote ${path}, hash ${shownHash(change.after)}.`,
    summary: `${before ? 'Replaced' : 'Wrote'} "${path}"`,
    changes: [change],
  }
}

async function target({ path: asked, hash }: Args, run: ToolRun) {
  const path = textPath(run.files, asked)
  const before = await (await FileVisibility.of(run)).readIfThere(path)
  if (!before) {
    if (hash === undefined) return { path, before }
    throw new AppError(
      'file-changed',
      `"${path}" is not there any more. Nothing was written: leave out the hash to write it as new.`,
    )
  }
  refuseOtherPath(before, path)
  if (hash === undefined)
    throw new AppError(
      'file-changed',
      `"${path}" is there already. Nothing was written: read it and give its hash to replace it, or change a part of it with edit.`,
    )
  refuseOtherVersion(before, hash)
  return { path, before }
}
