import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** From so many files on, a thread that parses them is worth its start. */
const MANY = 100
/** A guess must not take longer than what it saves. */
const MOST_FOLDERS = 50

/** Whether nothing is indexed yet and there seems to be much to index, from a quick look. */
export function isLargeAndNew({ root, file }: { readonly root: string; readonly file: string }): boolean {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0) return false
  const waiting = [root]
  let found = 0
  for (let looked = 0; looked < MOST_FOLDERS; looked++) {
    const folder = waiting.pop()
    if (folder === undefined) return false
    for (const entry of entriesOf(folder)) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      if (entry.isDirectory()) waiting.push(join(folder, entry.name))
      else if (entry.isFile() && ++found >= MANY) return true
    }
  }
  return false
}

/** What cannot be looked into is told by the real look at it. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error) return []
    throw error
  }
}
