import { resolve, sep } from 'node:path'
import type { ChatSummaryView, WorkspaceListView, WorkspaceSummaryView } from '@varve/contract'
import { isFolderName, namedWorkspaces, notFound, requireWorkspace } from './named-workspaces.ts'
import { isFolder, realFolder } from './real-folder.ts'

export interface WorkspaceWanted {
  /** By its id, the beginning of it, its name or its folder; the one around `cwd` where absent. */
  readonly workspace?: string | undefined
  /** Only one that there is: a folder that is named is not made one. */
  readonly isKnown?: boolean | undefined
  /** Where the program was started. */
  readonly cwd: string
  /** The workspaces are on another machine, where folders of this one mean nothing. */
  readonly isRemote?: boolean | undefined
}

export interface ChosenWorkspace {
  readonly workspace: WorkspaceSummaryView
  /** The folder was named, and is a workspace from now on. */
  readonly isNewWorkspace: boolean
  /** Nobody named it, and `cwd` is not in it. */
  readonly isFallback: boolean
}

/** What there is to choose from. */
interface Workspaces {
  readonly listWorkspaces: (nothing: undefined) => Promise<WorkspaceListView>
  readonly openWorkspace: (folder: { readonly root: string }) => Promise<WorkspaceSummaryView>
  readonly listChats: (wanted: {
    readonly workspaceId: string
    readonly limit: number
  }) => Promise<readonly ChatSummaryView[]>
}

/**
 * The workspace for a command: the named one, else the one of the current folder, else the last used. Chats
 * are stored as notes in their folder, so an unnamed folder doesn't become a workspace.
 */
export async function chooseWorkspace(
  app: Workspaces,
  { workspace: wanted, cwd, isKnown = false, isRemote = false }: WorkspaceWanted,
): Promise<ChosenWorkspace> {
  const { workspaces } = await app.listWorkspaces(undefined)
  if (wanted === undefined) {
    const around = isRemote ? undefined : workspaceAround(workspaces, cwd)
    const workspace = around ?? (await lastUsed(app, workspaces))
    if (workspace) return { workspace, isNewWorkspace: false, isFallback: !around }
    throw notFound(
      `${cwd} is in no workspace. --workspace . makes it one, and its chats are kept in it as notes; or name one:`,
      workspaces,
    )
  }
  const root = resolve(cwd, wanted)
  const named = !isRemote && isFolderName(wanted) ? root : wanted
  const mayBeMade = !isRemote && !isKnown && namedWorkspaces(workspaces, named).length === 0
  if (mayBeMade && (isFolderName(wanted) || isFolder(root)))
    return { workspace: await app.openWorkspace({ root }), isNewWorkspace: true, isFallback: false }
  return { workspace: requireWorkspace(workspaces, named), isNewWorkspace: false, isFallback: false }
}

/** Pinned chats come first in a list, so more than the first one is looked at. */
const RECENT = 50

/** The only workspace, or the one with the most recent chat; undefined where nothing speaks for one of several. */
async function lastUsed(
  app: Workspaces,
  all: readonly WorkspaceSummaryView[],
): Promise<WorkspaceSummaryView | undefined> {
  if (all.length <= 1) return all[0]
  const used = await Promise.all(
    all.map(async (workspace) => {
      const chats = await app.listChats({ workspaceId: workspace.id, limit: RECENT })
      const times = chats.filter(({ unused }) => !unused).map(({ updatedAt }) => updatedAt)
      return { workspace, at: times.toSorted().at(-1) ?? '' }
    }),
  )
  const [latest] = used.filter(({ at }) => at !== '').toSorted((a, b) => (a.at < b.at ? 1 : -1))
  return latest?.workspace
}

/** The innermost workspace that a folder is, or is in; undefined where there is none. */
export function workspaceAround<Each extends { readonly root?: string | undefined }>(
  all: readonly Each[],
  folder: string,
): Each | undefined {
  const here = `${realFolder(folder)}${sep}`
  return all
    .filter(({ root }) => root !== undefined && here.startsWith(`${realFolder(root)}${sep}`))
    .toSorted((a, b) => (b.root?.length ?? 0) - (a.root?.length ?? 0))[0]
}
