import { readFile } from 'node:fs/promises'
import type { Disk } from '../../path/disk.ts'
import { errorCode } from '../../path/from-system.ts'

const NEW_LINE = 0x0a
const BLANK = 0x20

/**
 * Overwrites lines of a record where they stand. Every other line keeps its number, and whoever adds one in the
 * meantime is not in the way. The line goes to `isMeant` as text.
 */
export async function blankLines(
  disk: Disk,
  place: string,
  isMeant: (line: string) => Promise<boolean>,
): Promise<void> {
  const bytes = await readFile(place).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return Buffer.alloc(0)
    throw error
  })
  const meant: { readonly start: number; readonly length: number }[] = []
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(NEW_LINE, start)
    const end = found === -1 ? bytes.length : found
    const line = bytes.toString('utf8', start, end)
    if (await isMeant(line)) meant.push({ start, length: end - start })
    start = end + 1
  }
  if (meant.length === 0) return
  const handle = await disk.open(place, 'r+')
  try {
    for (const { start, length } of meant) await handle.write(Buffer.alloc(length, BLANK), 0, length, start)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
