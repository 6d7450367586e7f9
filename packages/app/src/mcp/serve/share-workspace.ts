import type { AppContext } from '../../app-context.ts'
import { AppError } from '../../app-error.ts'
import { usableDefinitions, workspaceDefinitions } from '../../definitions/workspace-definitions.ts'
import { templateVariables } from '../../definitions/expand-template.ts'
import { fillTemplate } from '../../definitions/read-composer.ts'
import { findChat, isWithheld } from '../../files/earlier-chats.ts'
import { openedWorkspace } from '../../workspaces/opened-workspace.ts'
import { type SharedExtras, sharedWorkspace, type SharedWorkspace } from './shared-workspace.ts'

/** A workspace of the app that runs, for one assistant. */
export async function shareWorkspace(
  context: AppContext,
  { workspaceId }: { readonly workspaceId: string },
): Promise<SharedWorkspace> {
  const { store, clock } = context
  const { record, files, index } = await openedWorkspace(context, workspaceId)
  return sharedWorkspace({
    record,
    store,
    files,
    index,
    now: clock.now,
    write: ({ actor, ...entry }) => store.commit([store.audit.append({ ...entry, workspaceId, actor })]),
    extras: extrasOf(context, workspaceId),
  })
}

/** Whoever asks may be anywhere: a chat that drew on something that stays here stays here. */
function extrasOf(context: AppContext, workspaceId: string): SharedExtras {
  const { store } = context
  const templates = async () =>
    usableDefinitions(await workspaceDefinitions(context, workspaceId), 'template')
  return {
    listChats: async (after, limit) => {
      const chats = await store.conversations.list(workspaceId, { after, limit })
      return Promise.all(
        chats.map(async ({ id, title }) =>
          (await isWithheld(context, { workspaceId, id, audience: 'cloud' })) ? undefined : { id, title },
        ),
      )
    },
    readChat: async (id) => {
      const held = await findChat(context, { workspaceId, id, audience: 'cloud' })
      if (held.kind === 'found') return held.thing
      throw new AppError('chat-not-found', 'There is no such chat.')
    },
    listPrompts: async () =>
      (await templates()).map(({ file: { id, path }, definition }) => ({
        name: id,
        description: definition.description ?? '',
        variables: templateVariables(definition.body),
        path,
      })),
    fillPrompt: async (id, variables) => {
      const { text, attach, missing } = await fillTemplate(context, { workspaceId, id, variables })
      if (missing.length > 0)
        throw new AppError(
          'message-invalid',
          `The prompt needs ${missing.map((name) => `"${name}"`).join(', ')}.`,
        )
      return { text, attach }
    },
  }
}
