import { isAbsolute } from 'node:path'
import { AppError } from '../app-error.ts'
import type { App } from '../create-app.ts'
import { openApp, type OpenAppOptions } from '../open-app.ts'
import type { WorkspaceSummaryView } from '../views.ts'
import { listWorkspaceLines, namedWorkspaces, workspaceAround } from '../workspace/match-workspaces.ts'

export interface OpenForAskingOptions extends OpenAppOptions {
  /** An id, a name or the whole path of a folder; the one around `cwd` where absent. */
  readonly workspace?: string | undefined
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
async function chooseWorkspace(
  app: App,
  { workspace: wanted, cwd }: OpenForAskingOptions,
): Promise<Omit<OpenedForAsking, 'app'>> {
  const { workspaces } = await app.listWorkspaces(undefined)
  const known = (problem: string): AppError =>
    new AppError('workspace-not-found', [problem, ...listWorkspaceLines(workspaces)].join('\n'))
  if (wanted === undefined) {
    const around = workspaceAround(workspaces, cwd)
    if (around) return { workspace: around, isNewWorkspace: false }
    throw known(
      `${cwd} is in no workspace. --workspace . makes it one, and its chats are kept in it as notes; or name one:`,
    )
  }
  const [found, ...others] = namedWorkspaces(workspaces, wanted)
  if (others.length > 0)
    throw known(`Several workspaces are called ${JSON.stringify(wanted)}. Name one by its id:`)
  if (found) return { workspace: found, isNewWorkspace: false }
  if (!isAbsolute(wanted))
    throw known(
      `There is no workspace ${JSON.stringify(wanted)}; a folder is named as ./${wanted}. There are:`,
    )
  return { workspace: await app.openWorkspace({ root: wanted }), isNewWorkspace: true }
}
