import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { SearchIndex } from '@varve/index'
import { type FileStore, WorkspaceError } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { CHATS_FOLDER, isChatFile } from './chat-file-name.ts'
import { indexView } from './index-view.ts'
import { openedWorkspace } from '../workspaces/opened-workspace.ts'
import { readWorkspaceSettings } from './workspace-settings.ts'
import type { WorkspaceView } from '../views.ts'

const PATIENCE_MILLISECONDS = 150

/** A workspace and what its index is doing. Its chats can be read when its folder is not there. */
export async function showWorkspace(
  context: AppContext,
  { workspaceId }: { readonly workspaceId: string },
): Promise<WorkspaceView> {
  const record = await context.store.workspaces.get(workspaceId)
  if (!record) throw new AppError('workspace-not-found', 'There is no such workspace.')
  const { id, name, kind, root } = record
  const settings = await readWorkspaceSettings(context.store, workspaceId)
  const place = { id, name, kind, settings, ...(root === undefined ? {} : { root }) }
  try {
    const { files, index } = await openedWorkspace(context, workspaceId)
    const opened = await index()
    const status = await indexView(files, opened)
    const fileCount = status.filesTotal > 0 ? await countIndexed(opened) : await countSoon(files)
    const obsidian = root !== undefined && (await isVault(root))
    return { ...place, ...(fileCount === undefined ? {} : { fileCount }), obsidian, index: status }
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error
    return { ...place, fileCount: 0, unavailable: error.message }
  }
}

/** Of the user's own: what Varve writes down of the chats are files too. */
async function countIndexed(index: SearchIndex): Promise<number> {
  const { total: chats } = await index.filesUnder(CHATS_FOLDER, 0)
  return Math.max(0, index.status().filesTotal - chats)
}

/** Before the index has looked, the folder says how much there is; nobody waits for the name until a large one does. */
async function countSoon(files: FileStore): Promise<number | undefined> {
  const leaving = new AbortController()
  const patience = delay(PATIENCE_MILLISECONDS, undefined, { signal: leaving.signal }).catch(() => undefined)
  const count = files.list().then(({ files: all }) => all.filter(({ path }) => !isChatFile(path)).length)
  return Promise.race([count, patience]).finally(() => leaving.abort())
}

function isVault(root: string): Promise<boolean> {
  return stat(join(root, '.obsidian')).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
}
