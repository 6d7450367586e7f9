import type { Store } from '@varve/store'
import type { WorkspaceSettingsView } from '../views.ts'

const CHAT_FILES = 'chatFiles'

/** The setting that keeps a workspace out of the list. */
export const LISTED = 'listed'

/** What a workspace is set to; what nobody has set is at its default. */
export async function readWorkspaceSettings(
  { settings }: Pick<Store, 'settings'>,
  workspaceId: string,
): Promise<WorkspaceSettingsView> {
  return { chatFiles: (await settings.get(workspaceId, CHAT_FILES)) === 'off' ? 'off' : 'on' }
}

/** The writes that change the settings which are named. */
export function settingsStatements(
  { settings }: Pick<Store, 'settings'>,
  workspaceId: string,
  { chatFiles }: Partial<WorkspaceSettingsView>,
) {
  return chatFiles === undefined ? [] : [settings.set(workspaceId, CHAT_FILES, chatFiles)]
}
