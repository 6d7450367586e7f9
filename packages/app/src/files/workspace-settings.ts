import type { Statement, Store } from '@varve/store'
import { settingSchema, WORKSPACE_SETTING_ROWS, type WorkspaceSettingsView } from '@varve/contract'
import { AppError } from '../app-error.ts'
import type { AppContext } from '../app-context.ts'

/** The setting that keeps a workspace out of the list. */
export const LISTED = 'listed'

/** The settings of a workspace, with defaults for the unset ones. */
export async function readWorkspaceSettings(
  { settings }: Pick<Store, 'settings'>,
  workspaceId: string,
): Promise<WorkspaceSettingsView> {
  const names = WORKSPACE_SETTING_ROWS.map(([name]) => name)
  const stored = await settings.some(workspaceId, names)
  const values = WORKSPACE_SETTING_ROWS.map(([name, row]) => {
    const value = stored.get(name)
    return [name, settingSchema(row, name).safeParse(value).success ? value : row.default]
  })
  return Object.fromEntries(values) as WorkspaceSettingsView
}

/** The writes that change these settings. */
function settingsStatements(
  { settings }: Pick<Store, 'settings'>,
  workspaceId: string,
  change: Partial<WorkspaceSettingsView>,
): readonly Statement[] {
  return WORKSPACE_SETTING_ROWS.flatMap(([name, row]) => {
    const value = change[name]
    if (value === undefined) return []
    const refused = settingSchema(row, row.label).safeParse(value).error
    if (refused) throw new AppError('message-invalid', refused.issues[0]?.message ?? '')
    return [settings.set(workspaceId, name, value)]
  })
}

interface SetWorkspaceSettingsInput {
  readonly workspaceId: string
  readonly settings: Partial<WorkspaceSettingsView>
}

/** Changes the settings of a workspace. Files that were written stay; what was missed is written when it is on again. */
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
