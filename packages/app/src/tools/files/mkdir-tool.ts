import { z } from 'zod'
import { AppError } from '../../app-error.ts'
import { FileVisibility } from '../file-visibility.ts'
import type { Tool } from '../tool.ts'
import { folderPath, isBelow, pathSchema } from '../tool-path.ts'

const schema = z.strictObject({ path: pathSchema.describe('The folder, from the root of the workspace.') })

/** Makes a folder. In a database a folder is there while a file is in it, so nothing is made before. */
export const mkdirTool: Tool<z.infer<typeof schema>> = {
  name: 'mkdir',
  look: { icon: 'folder', doing: 'Creating' },
  description:
    'Make an empty folder. Not needed before write, touch and mv: they make the folders that they need.',
  reach: 'write',
  recoverable: true,
  schema,
  touches: ({ path }) => [path],
  describe: ({ path }) => `Make the folder "${path}"`,
  run: async ({ path: asked }, run) => {
    const folder = folderPath(run.files, asked)
    const { files } = await (await FileVisibility.of(run)).list()
    if (folder === '' || files.some(({ path }) => isBelow(path, folder)))
      return {
        text: `The folder ${folder === '' ? '/' : folder} is there already.`,
        summary: `"${folder}" is there`,
      }
    const file = files.find(({ path }) => path === folder || folder.startsWith(`${path}/`))
    if (file) throw new AppError('path-refused', `"${file.path}" is a file, so there can be no such folder.`)
    if (run.files.kind === 'database')
      return {
        text: `The folder ${folder} can be used: it comes with its first file. Write one in it.`,
        summary: `"${folder}" comes with its first file`,
      }
    const made = await run.files.makeFolder(folder)
    return {
      text: `The folder ${folder} ${made.length === 0 ? 'is there already' : 'was made. It is empty'}.`,
      summary: made.length === 0 ? `"${folder}" is there` : `Made the folder "${folder}"`,
    }
  },
}
