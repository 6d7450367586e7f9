import type { AppContext } from '../app-context.ts'
import { requireChosen } from '../definitions/require-chosen.ts'
import { requireGuides } from '../areas/workspace-areas.ts'
import type { ChatSettingsPatch, ChatSettingsView } from '@varve/contract'
import { changeSettings, readSettings } from '../models/chat-settings.ts'
import { type ChatPlace, requireChat } from '../chat/require-chat.ts'

/** Changes what a chat asks of its models, from the next message on. `null` gives a setting back to the model. */
export async function setChatSettings(
  context: AppContext,
  { settings: patch, ...place }: ChatPlace & { readonly settings: ChatSettingsPatch },
): Promise<ChatSettingsView> {
  const chat = await requireChat(context, place)
  const before = readSettings(chat.settings)
  const settings = changeSettings(before, patch)
  await requireChosen(context, { workspaceId: place.workspaceId, before, after: settings })
  await requireGuides(context, { workspaceId: place.workspaceId, ...settings, before })
  const { store } = context
  await store.commit([
    store.conversations.configure({ workspaceId: place.workspaceId, id: place.chatId, settings }),
    store.chatFiles.mark({ workspaceId: place.workspaceId, conversationId: place.chatId }),
  ])
  context.chatFiles.due(place.workspaceId)
  return settings
}
