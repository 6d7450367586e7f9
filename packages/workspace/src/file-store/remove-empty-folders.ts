import { refuseHidden } from '../folder/refuse-hidden.ts'
import { errorCode } from '../path/from-system.ts'
import { resolveInside } from '../path/resolve-inside.ts'
import { inFolderOf, type StoreContext } from './store-context.ts'

/** Why a folder stays: something is in it, it is none, or it is gone. */
const STAYS: ReadonlySet<string> = new Set(['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'ENOENT', 'EBUSY', 'EPERM'])

/** Some systems say the one, some the other. */
const IS_FULL: ReadonlySet<string> = new Set(['ENOTEMPTY', 'EEXIST'])

/**
 * Removes those of these folders in which nothing is, the innermost first. The system refuses any other. Gives those
 * that still hold something.
 */
export async function removeEmptyFolders(
  context: StoreContext,
  paths: readonly string[],
): Promise<readonly string[]> {
  const full: string[] = []
  for (const path of paths.toSorted((a, b) => b.length - a.length))
    if (await holdsSomething(context, path)) full.push(path)
  return full
}

/** Whether the folder could not be removed for what is in it. */
async function holdsSomething(context: StoreContext, path: string): Promise<boolean> {
  refuseHidden(path)
  const { realRoot, names, missing } = await resolveInside(context.root, path)
  const name = names.at(-1)
  // By a link one would come to a folder that nobody named.
  const isItself = missing.length === 0 && names.join('/').normalize('NFC') === path
  if (name === undefined || !isItself) return false
  const place = { realRoot, folders: names.slice(0, -1), make: [], name, path, isLink: false }
  return inFolderOf(context, place, async (folder) => {
    await folder.verify()
    try {
      await context.disk.rmdir(folder.at(name))
    } catch (error) {
      const code = errorCode(error) ?? ''
      if (STAYS.has(code)) return IS_FULL.has(code)
      throw error
    }
    await folder.sync()
    return false
  })
}

/** The folders that a write to this place makes, the outermost first. */
export function foldersMade({
  folders,
  make,
}: {
  readonly folders: readonly string[]
  readonly make: readonly string[]
}): readonly string[] {
  return make.map((_, index) => [...folders, ...make.slice(0, index + 1)].join('/').normalize('NFC'))
}
