import { cp, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Store } from '@varve/store'
import { makePrivateFolder } from '@varve/workspace'

export interface DemoWorkspace {
  /** The vault that ships with Varve; it is only read. */
  readonly vault: string
  readonly name: string
  readonly dataFolder: string
}

/** Keys of providers are bound to it. */
export const DEMO_ID = 'demo'

/**
 * The workspace that a new user finds. The vault is copied once, so that edits stay in the user's own
 * data; the copy gets its name only when it is whole.
 */
export async function ensureDemoWorkspace(store: Store, now: number, demo: DemoWorkspace): Promise<string> {
  const known = await store.workspaces.get(DEMO_ID)
  const root = known?.root ?? join(demo.dataFolder, 'workspaces', DEMO_ID)
  if (!(await isFolder(root))) await copyVault(demo.vault, root)
  if (!known)
    await store.commit([
      store.workspaces.insert({ id: DEMO_ID, name: demo.name, kind: 'folder', root, createdAt: now }),
    ])
  return DEMO_ID
}

async function copyVault(vault: string, root: string): Promise<void> {
  const partial = `${root}.partial`
  await rm(partial, { recursive: true, force: true })
  makePrivateFolder(dirname(root))
  await cp(vault, partial, { recursive: true })
  await rename(partial, root)
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}
