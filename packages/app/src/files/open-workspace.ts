import { realpath, stat } from 'node:fs/promises'
import { basename, isAbsolute } from 'node:path'
import { WorkspaceError } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { inHome } from './in-home.ts'
import { LISTED } from './workspace-settings.ts'
import type { WorkspaceSummaryView } from '../views.ts'

export interface OpenWorkspaceInput {
  /** An absolute path on this machine. */
  readonly root: string
  /** The folder's own name where absent. */
  readonly name?: string | undefined
}

/** Makes a folder of this machine a workspace; one that is known already is given again. Nothing in it changes. */
export async function openWorkspace(
  context: AppContext,
  input: OpenWorkspaceInput,
): Promise<WorkspaceSummaryView> {
  const root = await checkRoot(inHome(context, input.root))
  const known = (await context.store.workspaces.list()).find((record) => record.root === root)
  if (known) {
    await context.store.commit([context.store.settings.set(known.id, LISTED, 'yes')])
    return { id: known.id, name: known.name, kind: known.kind, root }
  }
  const name = (input.name?.trim() ?? '') || basename(root)
  const id = context.newId()
  const createdAt = context.clock.now()
  // What cannot be opened would stay in the list as a dead entry.
  await context.openFolder({ workspaceId: id, root }).catch((error: unknown) => {
    if (error instanceof WorkspaceError) throw refused(error.message, error)
    throw error
  })
  await context.store.commit([context.store.workspaces.insert({ id, name, kind: 'folder', root, createdAt })])
  return { id, name, kind: 'folder', root }
}

async function checkRoot(path: string): Promise<string> {
  if (path === '' || path.includes('\0') || !isAbsolute(path))
    throw refused('Name the folder by its whole path, such as /home/you/notes.')
  const root = await realpath(path).catch((error: unknown) => {
    throw refused(`There is no folder at ${path}, or it cannot be read.`, error)
  })
  if (!(await stat(root)).isDirectory())
    throw refused(`${path} is a file; choose the folder that it lies in.`)
  return root
}

function refused(message: string, cause?: unknown): AppError {
  return new AppError('folder-refused', message, cause === undefined ? {} : { cause })
}
