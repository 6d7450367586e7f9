import { decodeText } from '../extract/decode-text.ts'
import { openInside } from '../path/open-inside.ts'
import { fromSystem } from '../path/from-system.ts'
import { tooLarge } from '../workspace-error.ts'

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
