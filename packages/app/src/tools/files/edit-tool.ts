import { decodeText } from '@varve/workspace'
import { z } from 'zod'
import { applyEdits } from './apply-edits.ts'
import { hashSchema, refuseOtherPath, refuseOtherVersion, shownHash } from '../../files/content-guard.ts'
import { FileVisibility } from '../file-visibility.ts'
import type { Tool, ToolOutcome, ToolRun } from '../tool.ts'
import { TOOL_LIMITS } from '../tool-limits.ts'
import { pathSchema, textPath } from '../tool-path.ts'
import { carried, writeThrough } from './write-through.ts'

const text = z.string().max(TOOL_LIMITS.writeCharacters)
const schema = z.strictObject({
  path: pathSchema.describe('The file, from the root of the workspace.'),
  edits: z
    .array(
      z.strictObject({
        old: text.min(1).describe('Text that stands in the file exactly once, copied exactly.'),
        new: text.describe('What comes in its place; empty to delete it.'),
      }),
    )
    .min(1)
    .max(TOOL_LIMITS.edits)
    .describe('All are found in the file as it is now, and all are made or none.'),
  hash: hashSchema.optional().describe('Of the file as it was read, to be sure that it is still the same.'),
})

type Args = z.infer<typeof schema>

export const editTool: Tool<Args> = {
  name: 'edit',
  look: { icon: 'edit', doing: 'Editing' },
  description:
    'Change passages of a text file: each old text, which must stand in the file exactly once, gives way to its new text. Everything else stays byte for byte.',
  reach: 'write',
  recoverable: false,
  schema,
  touches: ({ path }) => [path],
  describe: ({ path, edits }) =>
    `Edit "${path}" in ${edits.length} ${edits.length === 1 ? 'place' : 'places'}`,
  preview: async (args, run) => {
    const edited = await prepare(args, run)
    const { text: after, marked } = await carried(run, edited)
    return { path: edited.path, before: decodeText(edited.before), after, ...marked }
  },
  run: editFile,
}

async function editFile(args: Args, run: ToolRun): Promise<ToolOutcome> {
  const edited = await prepare(args, run)
  const { path } = edited
  const change = await writeThrough(run, edited)
  // Two edits can add up to nothing.
  if (!change) return { text: `${path} is as it was.`, summary: `"${path}" is as it was` }
  const places = args.edits.length === 1 ? '1 place' : `${args.edits.length} places`
  return {
    text: `Edited ${path} in ${places}, hash ${shownHash(change.after)}.`,
    summary: `Edited "${path}" in ${places}`,
    changes: [change],
  }
}

async function prepare({ path: asked, edits, hash }: Args, run: ToolRun) {
  const path = textPath(run.files, asked)
  const before = await (await FileVisibility.of(run)).read(path)
  refuseOtherPath(before, path)
  if (hash !== undefined) refuseOtherVersion(before, hash)
  return { path, before, text: applyEdits(decodeText(before), edits) }
}
