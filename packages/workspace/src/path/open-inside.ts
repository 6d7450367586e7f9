import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'
import { fromSystem, resolveInside } from './resolve-inside.ts'
import { WorkspaceError } from '../workspace-error.ts'

type Open = (place: string, flags: number) => Promise<FileHandle>

export interface OpenedFile {
  readonly handle: FileHandle
  readonly stats: Stats
}

/**
 * Opens a file of a workspace for reading. The path is resolved again after opening and must still name
 * the very file that is open: a link swapped in between is found out before a byte is read.
 */
export async function openInside(root: string, path: string, openFile: Open = open): Promise<OpenedFile> {
  const place = await resolveInside(root, path)
  const handle = await openPlain(place, path, openFile)
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw new WorkspaceError('not-a-file', path, `"${path}" is not a file.`)
    const again = await lstat(await resolveInside(root, path))
    if (again.ino !== stats.ino || again.dev !== stats.dev)
      throw new WorkspaceError(
        'changed-while-reading',
        path,
        `"${path}" was replaced while it was being opened.`,
      )
    return { handle, stats }
  } catch (error) {
    await handle.close()
    throw fromSystem(error, path)
  }
}

async function openPlain(place: string, path: string, openFile: Open): Promise<FileHandle> {
  // Without O_NONBLOCK, opening a pipe would wait for a writer for ever.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  try {
    return await openFile(place, flags)
  } catch (error) {
    throw fromSystem(error, path)
  }
}
