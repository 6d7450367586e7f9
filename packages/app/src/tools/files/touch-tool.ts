import { z } from 'zod'
import { Sight } from '../sight.ts'
import type { Tool } from '../tool.ts'
import { pathSchema, textPath } from '../tool-path.ts'
import { writeThrough } from './write-through.ts'

const schema = z.strictObject({
  path: pathSchema.describe('The file, from the root of the workspace; folders are made as needed.'),
})

export const touchTool: Tool<z.infer<typeof schema>> = {
  name: 'touch',
  description: 'Make an empty text file. A file that is there already stays as it is.',
  reach: 'write',
  recoverable: false,
  schema,
  touches: ({ path }) => [path],
  describe: ({ path }) => `Make the empty file "${path}"`,
  preview: ({ path }, run) => Promise.resolve({ path: textPath(run.files, path), after: '' }),
  run: async ({ path: asked }, run) => {
    const path = textPath(run.files, asked)
    const before = await (await Sight.of(run)).readIfThere(path)
    if (before) return { text: `${path} is there already.`, summary: `"${path}" is there already` }
    const change = await writeThrough(run.files, { path, text: '', before: undefined })
    return { text: `Made ${path}.`, summary: `Made "${path}"`, ...(change ? { changes: [change] } : {}) }
  },
}
