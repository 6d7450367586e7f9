import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { AppError } from '../app-error-class.ts'
import { isFolder } from '../workspaces/real-folder.ts'
import { isFolderName, requireWorkspace } from '../workspaces/named-workspaces.ts'

export interface WorkspaceFolderWanted {
  /** A folder, or a workspace by its id, the beginning of it, or its name. */
  readonly workspace: string
  /** The file, or `postgres://…` for a PostgreSQL; where there is none, only folders are known. */
  readonly database: string
}

/** The folder of a workspace for what works on folders only. One that is there needs no database. */
export async function findWorkspaceFolder({ workspace, database }: WorkspaceFolderWanted): Promise<string> {
  const folder = resolve(workspace)
  // That a folder is not there is said by anyone who opens it.
  if (isFolderName(workspace) || isFolder(folder)) return folder
  // Most commands come with a folder, and start in half the time without these.
  const { toAppError } = await import('../app-error.ts')
  const { parseStorePlace, readStore } = await import('@varve/store')
  const place = parseStorePlace(database)
  const isKnown = place.kind === 'postgres' || (place.kind === 'sqlite' && existsSync(place.path))
  if (place.kind === 'dump' || !isKnown) return folder
  try {
    const store = await readStore(place)
    try {
      const { root, name } = requireWorkspace(await store.workspaces.list(), workspace)
      if (root !== undefined) return root
      throw new AppError(
        'folder-refused',
        `The workspace "${name}" is in the database, and this works on folders: see varve files.`,
      )
    } finally {
      await store.close()
    }
  } catch (error) {
    throw toAppError(error)
  }
}
