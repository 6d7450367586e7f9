import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'
import { type AnchoredFolder, anchorFolder, canNameHandles } from './anchor-folder.ts'
import { systemDisk } from './disk.ts'
import { fromSystem } from './from-system.ts'
import { resolveInside } from './resolve-inside.ts'
import { WorkspaceError } from '../workspace-error.ts'

type Open = (place: string, flags: number) => Promise<FileHandle>

export interface OpenedFile {
  readonly handle: FileHandle
  readonly stats: Stats
  /** The path in the workspace that it was found at, links followed. */
  readonly realPath: string
}

/**
 * Opens a file of a workspace for reading. Its folder is held while the file is opened in it, so a link that
 * is swapped in after the check leads nowhere, or is found out before a byte is read.
 */
export async function openInside(root: string, path: string, openFile: Open = open): Promise<OpenedFile> {
  try {
    const { realRoot, names, missing } = await resolveInside(root, path)
    const name = names.at(-1)
    if (missing.length > 0)
      throw new WorkspaceError('not-found', path, `There is no "${path}" in the workspace.`)
    if (name === undefined) throw notAFile(path)
    const held = { realRoot, names: names.slice(0, -1), make: [], path, disk: systemDisk }
    const folder = await anchorFolder({ ...held, byHandle: canNameHandles() })
    try {
      const opened = await openInFolder({ folder, name, path, openFile })
      return { ...opened, realPath: names.join('/').normalize('NFC') }
    } finally {
      await folder.close()
    }
  } catch (error) {
    throw fromSystem(error, path)
  }
}

interface InFolder {
  readonly folder: AnchoredFolder
  readonly name: string
  readonly path: string
  readonly openFile: Open
}

async function openInFolder({
  folder,
  name,
  path,
  openFile,
}: InFolder): Promise<Omit<OpenedFile, 'realPath'>> {
  // Without O_NONBLOCK, opening a pipe would wait for a writer for ever.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  const handle = await openFile(folder.at(name), flags)
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw notAFile(path)
    await folder.verify()
    // Where the folder is held by its path only, the file may have been opened through a link.
    const again = await lstat(folder.at(name))
    if (again.ino !== stats.ino || again.dev !== stats.dev) {
      const message = `"${path}" was replaced while it was being opened.`
      throw new WorkspaceError('changed-while-reading', path, message)
    }
    return { handle, stats }
  } catch (error) {
    await handle.close()
    throw error
  }
}

function notAFile(path: string): WorkspaceError {
  return new WorkspaceError('not-a-file', path, `"${path}" is not a file.`)
}
