import { decodeText, fileKind, type StoredFile } from '@varve/workspace'
import { z } from 'zod'
import { AppError } from '../../app-error.ts'
import { hashSchema, refuseOtherPath, refuseOtherVersion } from '../../files/content-guard.ts'
import { FileVisibility } from '../file-visibility.ts'
import type { Tool, ToolOutcome, ToolRun } from '../tool.ts'
import { filePath, folderPath, isBelow, pathSchema } from '../tool-path.ts'

const schema = z.strictObject({
  path: pathSchema.describe('The file, from the root of the workspace.'),
  hash: hashSchema.optional().describe('Of the file as it was read, to be sure that it is still the same.'),
})

type Args = z.infer<typeof schema>

export const rmTool: Tool<Args> = {
  name: 'rm',
  look: { icon: 'trash', doing: 'Removing' },
  description:
    'Move one file into the trash, from where the user can bring it back. Folders with files in them are refused.',
  reach: 'delete',
  recoverable: false,
  schema,
  touches: ({ path }) => [path],
  describe: ({ path }) => `Move "${path}" into the trash`,
  preview: async (args, run) => {
    const { path, bytes } = await prepare(args, run)
    const kind = fileKind(path)
    return { path, ...(kind === 'note' || kind === 'file' ? { before: decodeText({ path, bytes }) } : {}) }
  },
  run: removeFile,
}

async function removeFile(args: Args, run: ToolRun): Promise<ToolOutcome> {
  const { path, contentHash } = await prepare(args, run)
  const { id } = await run.files.remove(path, { hash: contentHash })
  return {
    text: `Moved ${path} into the trash.`,
    summary: `Moved "${path}" into the trash`,
    changes: [{ kind: 'remove', path, before: contentHash, trashId: id }],
  }
}

async function prepare({ path: asked, hash }: Args, run: ToolRun): Promise<StoredFile> {
  const sight = await FileVisibility.of(run)
  await refuseFolder(asked, run, sight)
  const path = filePath(run.files, asked)
  const file = await sight.read(path)
  refuseOtherPath(file, path)
  if (hash !== undefined) refuseOtherVersion(file, hash)
  return file
}

async function refuseFolder(asked: string, { files }: ToolRun, sight: FileVisibility): Promise<void> {
  const folder = folderPath(files, asked)
  const below = (await sight.list()).files.filter(({ path }) => isBelow(path, folder))
  if (below.length === 0) return
  const name = folder === '' ? 'The workspace itself' : `"${folder}"`
  throw new AppError(
    'path-refused',
    `${name} is a folder with ${below.length === 1 ? 'a file' : `${below.length} files`} in it, and stays. Remove files one by one.`,
  )
}
