import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'
import { decodeText } from './decode-text.ts'
import { fromSystem } from '../path/from-system.ts'
import { tooLarge, WorkspaceError } from '../workspace-error.ts'
import { type AnchoredFolder, anchorFolder, canNameHandles } from '../path/anchor-folder.ts'
import { systemDisk } from '../path/disk.ts'
import { resolveInside } from '../path/resolve-inside.ts'

export interface FileText {
  /** Every character of the file: line ends, byte order mark and trailing blanks included. */
  readonly text: string
  readonly bytes: Uint8Array
  /** The path that it was found at, links followed. */
  readonly realPath: string
}

/** Reads a text file of a workspace whole. What is not UTF-8 is refused, since no guess would give its bytes back. */
export async function readFileText(root: string, path: string, maximumBytes: number): Promise<FileText> {
  const { handle, stats, realPath } = await openInside(root, path)
  try {
    if (stats.size > maximumBytes) throw tooLarge(path, stats.size, maximumBytes)
    const bytes = await handle.readFile().catch((error: unknown) => {
      throw fromSystem(error, path)
    })
    // A file may grow between the look at its size and the read.
    if (bytes.length > maximumBytes) throw tooLarge(path, bytes.length, maximumBytes)
    return { text: decodeText({ path, bytes }), bytes, realPath }
  } finally {
    await handle.close()
  }
}

type Open = (place: string, flags: number) => Promise<FileHandle>

interface OpenedFile {
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
