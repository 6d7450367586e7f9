import { decodeText, inertText } from '@varve/workspace'
import { z } from 'zod'
import { AppError } from '../app-error.ts'
import { MEMORY_PATH, withBullet } from '../memory/memory.ts'
import { FileVisibility } from './file-visibility.ts'
import type { Tool, ToolRun } from './tool.ts'
import { TOOL_LIMITS } from './tool-limits.ts'
import { carried, writeThrough } from './files/write-through.ts'

const schema = z.strictObject({
  add: z
    .string()
    .min(1)
    .max(TOOL_LIMITS.memoryCharacters)
    .describe('One lasting fact or wish of the user, in one sentence.'),
})

type Args = z.infer<typeof schema>

export const memoryTool: Tool<Args> = {
  name: 'memory',
  look: { icon: 'bulb', doing: 'Remembering' },
  description:
    'Propose one thing to remember about the user in every chat of this workspace. The user is always asked first.',
  reach: 'write',
  recoverable: false,
  alwaysAsks: true,
  schema,
  touches: () => [MEMORY_PATH],
  describe: ({ add }) => `Remember: ${add}`,
  preview: async (args, run) => {
    const proposed = await prepare(args, run)
    const { text: after, marked } = await carried(run, proposed)
    const before = proposed.before && decodeText(proposed.before)
    return { path: MEMORY_PATH, ...(before === undefined ? {} : { before }), after, ...marked }
  },
  run: async (args, run) => {
    const change = await writeThrough(run, await prepare(args, run))
    return {
      text: 'It is remembered.',
      summary: `Remembered: ${args.add}`,
      ...(change ? { changes: [change] } : {}),
    }
  },
}

async function prepare({ add }: Args, run: ToolRun) {
  const before = await (await FileVisibility.of(run)).readIfThere(MEMORY_PATH)
  if (add.trim() === '') throw new AppError('message-invalid', 'There is nothing in it to remember.')
  const text = withBullet(before ? decodeText(before) : '', inertText(add.toWellFormed(), 'behind'))
  const { memoryNoteCharacters } = TOOL_LIMITS
  if (text.length > memoryNoteCharacters)
    throw new AppError(
      'file-too-large',
      `The memory would have ${text.length} characters; the limit is ${memoryNoteCharacters}. The user can shorten "${MEMORY_PATH}".`,
    )
  return { path: MEMORY_PATH, text, before }
}
