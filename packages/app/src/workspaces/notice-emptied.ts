import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Store, StoreError, type WorkspaceRecord } from '@varve/store'

/** Set once files were seen in the folder of a workspace. */
const SETTING = 'held-files'

/**
 * Tells whether the folder of a workspace held files before and holds none now: as where a drive is not mounted and
 * leaves the empty place for it. What it says of its files is then as unknown as where it is not there at all. Where it
 * holds files, that is remembered for the next time.
 */
export function emptiedCheck(store: Store, { id, root }: WorkspaceRecord): () => Promise<boolean> {
  let isKnown = false
  return async () => {
    if (root === undefined) return false
    const others = await namesBeside(root, 'Varve')
    // That it is not there, or closed, is said by whoever reads its rules.
    if (others === undefined) return false
    // What Varve writes down of chats by itself, it may have written into the place of a drive.
    const isEmpty = !others && !((await namesBeside(join(root, 'Varve'), 'chats')) ?? false)
    if (!isEmpty && isKnown) return false
    const held = (await store.settings.get(id, SETTING)) === true
    if (!isEmpty && !held) await remember(store, id)
    isKnown = held
    return isEmpty && held
  }
}

/** Whether a folder holds something beside this name and hidden ones; undefined where it cannot be looked into. */
async function namesBeside(folder: string, name: string): Promise<boolean | undefined> {
  try {
    for await (const entry of await opendir(folder))
      if (entry.name !== name && !entry.name.startsWith('.')) return true
    return false
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

async function remember({ commit, settings }: Store, workspaceId: string): Promise<void> {
  try {
    await commit([settings.set(workspaceId, SETTING, true)])
  } catch (error) {
    // A database that is only read, or a full disk: nothing depends on it now.
    if (!(error instanceof StoreError)) throw error
  }
}
