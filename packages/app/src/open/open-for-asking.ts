import { resolve } from 'node:path'
import type { App } from '../create-app.ts'
import { openApp, type OpenAppOptions } from './open-app.ts'
import type { WorkspaceSummaryView } from '../views.ts'
import { isFolder } from '../files/find-workspace-folder.ts'
import { isFolderName, namedWorkspaces, notFound, requireWorkspace } from '../workspaces/named-workspaces.ts'
import { workspaceAround } from '../files/workspace-around.ts'

export interface OpenForAskingOptions extends OpenAppOptions {
  /** By its id, the beginning of it, its name or its folder; the one around `cwd` where absent. */
  readonly workspace?: string | undefined
  /** Only one that there is: a folder that is named is not made one. */
  readonly isKnown?: boolean | undefined
  /** Where the program was started. */
  readonly cwd: string
}

export interface OpenedForAsking {
  readonly app: App
  readonly workspace: WorkspaceSummaryView
  /** The folder was named, and is a workspace from now on. */
  readonly isNewWorkspace: boolean
}

/** The whole app, as the page has it, and the workspace that a message is for. */
export async function openForAsking(options: OpenForAskingOptions): Promise<OpenedForAsking> {
  const { app } = await openApp({ ...options, watch: false })
  try {
    return { app, ...(await chooseWorkspace(app, options)) }
  } catch (error) {
    await app.close()
    throw error
  }
}

/** Chats are kept as notes in their folder: a folder that nobody has named is not made a workspace for that. */
export async function chooseWorkspace(
  app: Pick<App, 'listWorkspaces' | 'openWorkspace'>,
  {
    workspace: wanted,
    cwd,
    isKnown: mustBeKnown = false,
  }: Pick<OpenForAskingOptions, 'workspace' | 'cwd' | 'isKnown'>,
): Promise<Omit<OpenedForAsking, 'app'>> {
  const { workspaces } = await app.listWorkspaces(undefined)
  if (wanted === undefined) {
    const around = workspaceAround(workspaces, cwd)
    if (around) return { workspace: around, isNewWorkspace: false }
    throw notFound(
      `${cwd} is in no workspace. --workspace . makes it one, and its chats are kept in it as notes; or name one:`,
      workspaces,
    )
  }
  const root = resolve(cwd, wanted)
  const isKnown = namedWorkspaces(workspaces, wanted).length > 0
  if (!isKnown && !mustBeKnown && (isFolderName(wanted) || isFolder(root)))
    return { workspace: await app.openWorkspace({ root }), isNewWorkspace: true }
  return { workspace: requireWorkspace(workspaces, wanted), isNewWorkspace: false }
}
