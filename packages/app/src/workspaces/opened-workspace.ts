import type { Store, WorkspaceRecord } from '@varve/store'
import { StoreError } from '@varve/store/store-error'
import { type Embeddings, embeddingsSchema } from '@varve/contract'
import type { EmbedderChoice, IndexStatus, SearchIndex } from '@varve/index'
import { WorkspaceError } from '@varve/workspace'
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { OpenedWorkspace, WorkspaceFiles } from '../files/workspace-files.ts'
import type { Observer } from '../telemetry/app-event.ts'

/**
 * A workspace with its files, opened once and kept open until the app closes. Who asks while it is being opened
 * waits for the same opening: a second folder store would not wait for the changes of the first.
 */
export function openedWorkspace(context: AppContext, workspaceId: string): Promise<OpenedWorkspace> {
  const known = context.opened.get(workspaceId)
  if (known) return known
  const opening = open(context, workspaceId)
  context.opened.set(workspaceId, opening)
  // A folder that could not be opened may be there later, as on a drive that is plugged in.
  opening.catch(() => context.opened.delete(workspaceId))
  return opening
}

async function open(context: AppContext, workspaceId: string): Promise<OpenedWorkspace> {
  const record = await context.store.workspaces.get(workspaceId)
  if (!record) throw new AppError('workspace-not-found', 'There is no such workspace.')
  const { files, chatFiles, objects, openIndex } = await openFiles(context, record)
  const isEmptied = emptiedCheck(context.store, record)
  // For a time at which it seems to hold none.
  await isEmptied()
  let opening: Promise<SearchIndex> | undefined
  const index = (): Promise<SearchIndex> => {
    opening ??= openAsChosen(context, workspaceId, openIndex).catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  const close = async (): Promise<void> => {
    // The caller has received the error; there is nothing to close.
    const opened = await opening?.catch(() => undefined)
    await opened?.close()
  }
  return { record, files, chatFiles, objects, index, isEmptied, close }
}

function openFiles(context: AppContext, record: WorkspaceRecord): Promise<WorkspaceFiles> {
  const { id, kind, root, name } = record
  switch (kind) {
    case 'folder':
      if (root !== undefined) return context.openFolder({ workspaceId: id, root })
      break
    case 'database':
      if (context.openInDatabase) return context.openInDatabase(id)
      break
    default:
      kind satisfies never
  }
  throw new AppError('workspace-not-found', `The workspace "${name}" has no files that can be opened here.`)
}

/** With the embeddings that were chosen for the workspace; else with those that the index had last. */
async function openAsChosen(
  context: AppContext,
  workspaceId: string,
  openIndex: WorkspaceFiles['openIndex'],
): Promise<SearchIndex> {
  const chosen = await readEmbeddings(context.store, workspaceId)
  const index = await openIndex()
  observeIndex(index, workspaceId, context.observe)
  if (chosen === undefined) return index
  // A model that was removed: the status tells, and search goes by words.
  const embedder = await embedderFor(context, chosen).catch((error: unknown) => () => ({
    id: chosen,
    embed: () => Promise.reject(error),
    close: async () => undefined,
  }))
  await index.setEmbedder(embedder)
  return index
}

/** @throws AppError if the chosen model is not on this computer */
export async function embedderFor(
  { runner }: Pick<AppContext, 'runner'>,
  chosen: Embeddings,
): Promise<EmbedderChoice> {
  if (chosen === 'off' || chosen === 'built-in') return chosen
  if (!runner) throw new AppError('model-unavailable', 'This Varve runs no models of its own.')
  const embedder = await runner.embedder(chosen)
  return () => embedder
}

/** A chat can be read when its folder is not there. */
export async function openedIfThere(
  context: AppContext,
  workspaceId: string,
): Promise<OpenedWorkspace | undefined> {
  try {
    return await openedWorkspace(context, workspaceId)
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined
    if (error instanceof AppError && error.code === 'workspace-not-found') return undefined
    throw error
  }
}

export async function closeWorkspaces({ opened }: AppContext): Promise<void> {
  const all = await Promise.allSettled(opened.values())
  const fulfilled = all.filter((outcome) => outcome.status === 'fulfilled')
  await Promise.all(fulfilled.map(({ value }) => value.close()))
  opened.clear()
}

/** Tells in which state an index is and when it goes over to another, and not of every file on the way. */
function observeIndex(index: SearchIndex, workspaceId: string, observe: Observer): void {
  let last: IndexStatus['state'] | undefined
  const tell = ({ state, filesTotal: files, problems }: IndexStatus): void => {
    if (state === last) return
    last = state
    observe({ kind: 'index-changed', workspaceId, state, files, problems: problems.length })
  }
  tell(index.status())
  index.watchStatus(tell)
}

/** The name under which the choice is kept among the settings of a workspace. */
export const EMBEDDINGS_SETTING = 'embeddings'

/** The workspace's choice; undefined if there is none. */
async function readEmbeddings(
  { settings }: Pick<Store, 'settings'>,
  workspaceId: string,
): Promise<Embeddings | undefined> {
  const value = await settings.get(workspaceId, EMBEDDINGS_SETTING)
  return embeddingsSchema.shape.embeddings.safeParse(value).data
}

/** Set once files were seen in the folder of a workspace. */
const SETTING = 'held-files'

/**
 * Detects a workspace folder that had files before and is empty now, as with an unmounted drive. Its privacy
 * rules then count as unknown, as for a missing folder. A folder with files is remembered for next time.
 */
function emptiedCheck(store: Store, { id, root }: WorkspaceRecord): () => Promise<boolean> {
  let isKnown = false
  return async () => {
    if (root === undefined) return false
    const others = await namesBeside(root, 'Varve')
    // That it is not there, or closed, is said by anyone who reads its rules.
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
