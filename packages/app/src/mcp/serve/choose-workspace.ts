import type { Store, WorkspaceRecord } from '@varve/store'
import { AppError } from '../../app-error.ts'
import { listWorkspaceLines, namedWorkspaces, workspaceAround } from '../../workspace/match-workspaces.ts'
import { LISTED } from '../../workspace/workspace-settings.ts'

export interface WorkspaceWanted {
  /** An id, a name or a folder; where one is, else the only one, where it is left out. */
  readonly workspace?: string | undefined
  /** Where the program was started. */
  readonly cwd: string
}

/** The workspace that is meant; one that was taken out of the list is none. */
export async function chooseWorkspace(
  { workspaces, settings }: Pick<Store, 'workspaces' | 'settings'>,
  { workspace, cwd }: WorkspaceWanted,
): Promise<WorkspaceRecord> {
  const all = await workspaces.list()
  const isListed = await Promise.all(all.map(async ({ id }) => (await settings.get(id, LISTED)) !== 'no'))
  const listed = all.filter((_, index) => isListed[index])
  const found = workspace === undefined ? aroundHere(listed, cwd) : namedWorkspaces(listed, workspace)
  if (found.length === 1 && found[0]) return found[0]
  const lines = [problemOf(workspace, found), ...listWorkspaceLines(listed)]
  throw new AppError('workspace-not-found', lines.join('\n'))
}

function problemOf(workspace: string | undefined, found: readonly WorkspaceRecord[]): string {
  if (workspace === undefined)
    return 'Say which workspace is meant with --workspace, by its id, name or folder:'
  const what = JSON.stringify(workspace)
  if (found.length > 1) return `Several workspaces are called ${what}. Name one by its id:`
  return `There is no workspace ${what} in this data. There are:`
}

function aroundHere(all: readonly WorkspaceRecord[], cwd: string): readonly WorkspaceRecord[] {
  const around = workspaceAround(all, cwd)
  return around ? [around] : all
}
