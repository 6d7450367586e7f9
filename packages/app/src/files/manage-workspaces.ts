import type { WorkspaceRecord } from '@varve/store'
import { realpath, stat } from 'node:fs/promises'
import { basename, isAbsolute, join } from 'node:path'
import { type FileStore, WorkspaceError } from '@varve/workspace'
import { setTimeout as delay } from 'node:timers/promises'
import type { SearchIndex } from '@varve/index'
import { mayEnter } from '../acting.ts'
import type { AppContext } from '../app-context.ts'
import { DEMO_ID } from './ensure-demo-workspace.ts'
import { LISTED, readWorkspaceSettings } from './workspace-settings.ts'
import type { WorkspaceListView, WorkspaceSummaryView, WorkspaceView } from '@varve/contract'
import { AppError } from '../app-error.ts'
import { inHome } from './in-home.ts'
import { CHATS_FOLDER, isChatFile } from './chat-file-name.ts'
import { indexView } from './control-index.ts'
import { openedWorkspace } from '../workspaces/opened-workspace.ts'

/** Every workspace of this person: the one that Varve begins with, then the oldest first. */
export async function listWorkspaces(
  { store }: Pick<AppContext, 'store'>,
  _input: undefined,
): Promise<WorkspaceListView> {
  const { workspaces, settings } = store
  const all = (await workspaces.list()).filter(({ id }) => mayEnter(id))
  const listed = await Promise.all(
    all.map(async ({ id }) => id === DEMO_ID || (await settings.get(id, LISTED)) !== 'no'),
  )
  const records = all.filter((_, at) => listed[at])
  const inOrder = [...records].sort(byPlace)
  return {
    workspaces: inOrder.map(({ id, name, kind, root }) => ({
      id,
      name,
      kind,
      ...(root === undefined ? {} : { root }),
    })),
  }
}

/** Anyone who works in a terminal may have made others before the app was first opened. */
function byPlace(a: WorkspaceRecord, b: WorkspaceRecord): number {
  if (a.id === DEMO_ID || b.id === DEMO_ID) return a.id === DEMO_ID ? -1 : 1
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
}

interface OpenWorkspaceInput {
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
    throw refused(`${path} is a file; choose the folder that contains it.`)
  return root
}

function refused(message: string, cause?: unknown): AppError {
  return new AppError('folder-refused', message, cause === undefined ? {} : { cause })
}

/**
 * Makes a workspace whose files are in the database. One of that name that was taken out of the list comes back
 * instead.
 */
export async function createWorkspace(
  { store, openInDatabase, newId, clock }: Pick<AppContext, 'store' | 'openInDatabase' | 'newId' | 'clock'>,
  input: { readonly name: string },
): Promise<WorkspaceSummaryView> {
  const kind = 'database'
  const name = input.name.trim().normalize('NFC')
  if (name === '') throw new AppError('title-empty', 'A workspace needs a name.')
  if (!openInDatabase)
    throw new AppError('workspace-not-found', 'No workspace can be kept in the database here.')
  for (const { id } of (await store.workspaces.list()).filter(
    (record) => record.kind === kind && record.name === name,
  )) {
    if ((await store.settings.get(id, LISTED)) !== 'no')
      throw new AppError('folder-refused', `There is a workspace "${name}" in the database already.`)
    await store.commit([store.settings.set(id, LISTED, 'yes')])
    return { id, name, kind }
  }
  const id = newId()
  const createdAt = clock.now()
  await store.commit([store.workspaces.insert({ id, name, kind, root: undefined, createdAt })])
  return { id, name, kind }
}

/**
 * Takes a workspace out of the list, but for the one that Varve begins with. Its files and its chats stay; opening
 * the folder again brings both back, and so does making one of the same name in the database. What models have read is
 * deleted.
 */
export async function removeWorkspace(
  { store, runner }: AppContext,
  { workspaceId }: { readonly workspaceId: string },
): Promise<void> {
  if (!(await store.workspaces.get(workspaceId)))
    throw new AppError('workspace-not-found', 'There is no such workspace.')
  if (workspaceId === DEMO_ID)
    throw new AppError(
      'workspace-kept',
      'The first workspace stays in the list: it is where Varve begins. Others can be removed.',
    )
  await store.commit([store.settings.set(workspaceId, LISTED, 'no')])
  await runner?.forgetWorkspace(workspaceId)
}

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
  const searchesWeb = context.webSearch ? { searchesWeb: true } : {}
  const place = { id, name, kind, settings, ...(root === undefined ? {} : { root }), ...searchesWeb }
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

/** Until the index is ready, counts the files of the folder; gives up early for large folders. */
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

/** A workspace that is in the list; any other is said not to exist. */
export async function requireWorkspace(
  { store }: Pick<AppContext, 'store'>,
  workspaceId: string,
): Promise<WorkspaceRecord> {
  const workspace = await store.workspaces.get(workspaceId)
  if (!workspace) throw new AppError('workspace-not-found', 'There is no such workspace.')
  return workspace
}
