import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { WorkspaceSettingsView } from '../views.ts'
import { readWorkspaceSettings, settingsStatements } from './workspace-settings.ts'

export interface SetWorkspaceSettingsInput {
  readonly workspaceId: string
  readonly settings: Partial<WorkspaceSettingsView>
}

/** Changes how a workspace works. Files that were written stay; what was missed is written when it is on again. */
export async function setWorkspaceSettings(
  context: AppContext,
  { workspaceId, settings }: SetWorkspaceSettingsInput,
): Promise<WorkspaceSettingsView> {
  const { store } = context
  if (!(await store.workspaces.get(workspaceId)))
    throw new AppError('workspace-not-found', 'There is no such workspace.')
  const statements = settingsStatements(store, workspaceId, settings)
  if (statements.length > 0) await store.commit(statements)
  context.chatFiles.due(workspaceId)
  return readWorkspaceSettings(store, workspaceId)
}
