import { z } from 'zod'
import { AppError } from '../../app-error.ts'
import { Sight } from '../sight.ts'
import type { Tool } from '../tool.ts'
import { folderPath, isBelow, pathSchema } from '../tool-path.ts'

const schema = z.strictObject({ path: pathSchema.describe('The folder, from the root of the workspace.') })

/**
 * A workspace is its files: a folder is there while a file is in it, on a disk as in a database. So this checks
 * that a folder can be, says that it comes with its first file, and changes nothing.
 */
export const mkdirTool: Tool<z.infer<typeof schema>> = {
  name: 'mkdir',
  description:
    'Check that a folder can be made. Folders come with their first file: write, touch and mv make those that they need.',
  reach: 'write',
  recoverable: true,
  schema,
  touches: ({ path }) => [path],
  describe: ({ path }) => `Prepare the folder "${path}"`,
  run: async ({ path: asked }, run) => {
    const folder = folderPath(run.files, asked)
    const { files } = await (await Sight.of(run)).list()
    if (folder === '' || files.some(({ path }) => isBelow(path, folder)))
      return {
        text: `The folder ${folder === '' ? '/' : folder} is there already.`,
        summary: `"${folder}" is there`,
      }
    const file = files.find(({ path }) => path === folder || folder.startsWith(`${path}/`))
    if (file) throw new AppError('path-refused', `"${file.path}" is a file, so there can be no such folder.`)
    return {
      text: `The folder ${folder} can be used: it comes with its first file. Write one in it.`,
      summary: `"${folder}" comes with its first file`,
    }
  },
}
