import type { State } from '@varve/engine'
import { type Folder, WorkspaceError } from '@varve/workspace'

/** Kept files whose text on disk is another one than the model was given, so that no edit is ignored. [P-5] */
export async function observeKept(
  folder: Folder,
  state: State,
  except: ReadonlySet<string>,
): Promise<readonly { readonly key: string; readonly hash: string }[]> {
  const kept = [...state.library]
    .map(({ artifact }) => artifact)
    .filter(({ kind, key }) => (kind === 'note' || kind === 'file') && !except.has(key))
  const found = await Promise.all(
    kept.map(async ({ key, contentHash, source }) => {
      const hash = await hashOnDisk(folder, source.path ?? key)
      return hash === undefined || hash === contentHash ? [] : [{ key, hash }]
    }),
  )
  return found.flat()
}

/** A file that is gone or unreadable has no newer version to tell of. */
async function hashOnDisk(folder: Folder, path: string): Promise<string | undefined> {
  try {
    return (await folder.read(path)).contentHash
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined
    throw error
  }
}
