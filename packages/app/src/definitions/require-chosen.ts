import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { ChatSettingsView } from '@varve/contract'
import { forgetDefinitions, workspaceDefinitions } from './workspace-definitions.ts'

export interface Choosing {
  readonly workspaceId: string
  readonly before: ChatSettingsView
  readonly after: ChatSettingsView
}

/** Refuses an agent or a project for a chat that is not there. What a chat has already may go missing. */
export async function requireChosen(
  context: AppContext,
  { workspaceId, before, after }: Choosing,
): Promise<void> {
  for (const kind of ['agent', 'project'] as const) {
    const id = after[kind]
    if (id === undefined || id === before[kind]) continue
    // Includes a file that was added just now.
    forgetDefinitions(context, workspaceId)
    const known = await workspaceDefinitions(context, workspaceId)
    if (!known.some(({ file }) => file.kind === kind && file.id === id))
      throw new AppError(
        'message-invalid',
        `There is no ${kind} "${id}" in this workspace. Nothing has been changed.`,
      )
  }
}
