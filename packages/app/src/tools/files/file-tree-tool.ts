import { z } from 'zod'
import { AppError } from '../../app-error.ts'
import { renderTree } from './render-tree.ts'
import { Sight } from '../sight.ts'
import type { Tool } from '../tool.ts'
import { TOOL_LIMITS } from '../tool-limits.ts'
import { folderPath, folderSchema, isBelow, withoutVarve } from '../tool-path.ts'

const schema = z.strictObject({
  folder: folderSchema
    .optional()
    .describe('From the root of the workspace; the root without Varve/ where absent.'),
  depth: z.int().min(1).max(TOOL_LIMITS.treeDepth).optional().describe('How many levels of folders.'),
})

export const fileTreeTool: Tool<z.infer<typeof schema>> = {
  name: 'getFileTree',
  description:
    'Show folders and files as a tree. Where it would be too long, fewer levels are shown, and folders with the number of their files.',
  reach: 'read',
  recoverable: true,
  schema,
  touches: ({ folder = '' }) => [folder],
  describe: ({ folder = '' }) => `Show the tree of "${folder === '' ? '/' : folder}"`,
  run: async ({ folder: asked, depth = TOOL_LIMITS.treeDepth }, run) => {
    const folder = folderPath(run.files, asked)
    const { files } = await (await Sight.of(run)).listSeen()
    const below = withoutVarve(files, folder).filter(({ path }) => isBelow(path, folder))
    if (below.length === 0 && folder !== '')
      throw new AppError('file-not-found', `There is no folder "${folder}" with files in it.`)
    const lines = renderTree(below, { folder, depth, limit: TOOL_LIMITS.treeLines })
    return {
      text: [folder === '' ? '/' : `${folder}/`, ...lines].join('\n'),
      summary: `Showed the tree of "${folder === '' ? '/' : folder}": ${below.length} files`,
    }
  },
}
