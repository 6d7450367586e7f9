import { WorkspaceError } from '../workspace-error.ts'
import type { FolderStore } from './file-store.ts'
import type { Keep } from './keep/open-keep.ts'

/** Loses what is kept of a folder, by what it holds. */
export async function purgeFolder(
  keep: Keep,
  folder: string,
  isMeant: Parameters<FolderStore['purge']>[1],
): Promise<void> {
  const known = new Map<string, boolean>()
  await keep.purge(async ({ path, contentHash }) => {
    if (!path.startsWith(`${folder}/`)) return false
    const key = `${contentHash} ${path}`
    const before = known.get(key)
    if (before !== undefined) return before
    const bytes = await keep.content({ path, contentHash }).catch((error: unknown) => {
      if (error instanceof WorkspaceError && error.code === 'unreadable') return undefined
      throw error
    })
    const isIt = bytes !== undefined && isMeant({ path, bytes })
    known.set(key, isIt)
    return isIt
  })
}
