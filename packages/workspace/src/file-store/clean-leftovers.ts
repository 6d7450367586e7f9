import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { anchorFolder } from '../path/anchor-folder.ts'
import { isAbandoned } from './keep/pending-files.ts'
import { lookAt } from './read-in-folder.ts'
import type { StoreContext } from './store-context.ts'
import { resolveInside } from '../path/resolve-inside.ts'
import { WorkspaceError } from '../workspace-error.ts'

/** Removes the temporary files of writers that were killed, here and where versions are kept. */
export async function cleanLeftovers(context: StoreContext, keepFolder: string): Promise<void> {
  const incoming = join(keepFolder, 'incoming')
  for (const name of await readdir(incoming))
    if (await isAbandoned(join(incoming, name), name, context.clock))
      await rm(join(incoming, name), { force: true })
  await context.pending.clean((name, folder) => discard(context, name, folder))
}

async function discard(context: StoreContext, name: string, folder: string): Promise<void> {
  const { root, disk, byHandle } = context
  try {
    const path = folder === '' ? name : `${folder}/${name}`
    const { realRoot, names, missing, isLink } = await resolveInside(root, path)
    // Gone with its folder, or something that we never make.
    if (missing.length > 0 || isLink) return
    const anchor = { realRoot, names: names.slice(0, -1), make: [], path, disk, byHandle }
    const held = await anchorFolder(anchor)
    try {
      const stats = await lookAt(held.at(name))
      await held.verify()
      if (stats?.isFile()) await disk.unlink(held.at(name))
    } finally {
      await held.close()
    }
  } catch (error) {
    // A folder that is a link by now, or no folder any more: there is nothing of ours to remove.
    if (!(error instanceof WorkspaceError)) throw error
  }
}
