import { openInside } from '../path/open-inside.ts'
import { fromSystem } from '../path/resolve-inside.ts'
import { WorkspaceError } from '../workspace-error.ts'

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
    return { text: decode(bytes, path), bytes, realPath }
  } finally {
    await handle.close()
  }
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    const message = `"${path}" is not UTF-8 text; save it as UTF-8 to attach it.`
    throw new WorkspaceError('not-text', path, message, { cause: error })
  }
}

function tooLarge(path: string, size: number, maximum: number): WorkspaceError {
  const message = `"${path}" has ${size.toLocaleString('en-US')} bytes; the limit is ${maximum.toLocaleString('en-US')}.`
  return new WorkspaceError('too-large', path, message)
}
