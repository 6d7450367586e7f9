import { StoreError } from '@varve/store'
import type { ChatSettingsPatch, ChatSettingsView, ChatSummaryView, ChatView } from '@varve/contract'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { requireChosen } from '../definitions/workspace-definitions.ts'
import { changeSettings, readSettings } from '../models/chat-settings.ts'
import { NEW_CHAT_TITLE } from '../guard/new-chat-title.ts'
import { openChat } from '../turn/open-chat.ts'
import { type IdempotentRequest, recallRequest } from '../chat/recall-request.ts'
import { removeCacheObjects } from '../models/cache-object.ts'
import { type ChatPlace, requireChat } from '../chat/require-chat.ts'
import { chatSummary } from '../chat/list-chats.ts'
import { requireGuides } from '../areas/workspace-areas.ts'
import { shownEnd } from '../chat/shown-end.ts'
import { requireTurn } from '../chat/require-turn.ts'

interface CreateChatInput {
  readonly workspaceId: string
  /** The project that it belongs to, by the name of its file. */
  readonly project?: string | undefined
  readonly idempotencyKey?: string | undefined
}

/** Begins an empty chat; it takes its title from the first message. */
export async function createChat(context: AppContext, input: CreateChatInput): Promise<ChatView> {
  const { store, clock, newId } = context
  const { workspaceId, project, idempotencyKey: key } = input
  const settings = changeSettings({}, { project })
  const fingerprint = project === undefined ? 'create-chat' : `create-chat ${project}`
  const request: IdempotentRequest | undefined =
    key === undefined ? undefined : { workspaceId, key, fingerprint }
  const done = await recallRequest<string>(context, request)
  if (done) return openChat(context, { workspaceId, chatId: done })
  await requireChosen(context, { workspaceId, before: {}, after: settings })
  const chatId = newId()
  const at = clock.now()
  try {
    await store.commit([
      store.conversations.insert({ workspaceId, id: chatId, title: NEW_CHAT_TITLE, at }),
      ...(project === undefined
        ? []
        : [store.conversations.configure({ workspaceId, id: chatId, settings })]),
      ...(request ? [store.requests.put({ ...request, response: chatId, at })] : []),
    ])
  } catch (error) {
    const twin =
      error instanceof StoreError &&
      error.code === 'conflict' &&
      (await recallRequest<string>(context, request))
    if (!twin && !(await store.workspaces.get(workspaceId)))
      throw new AppError('workspace-not-found', 'There is no such workspace.', { cause: error })
    if (!twin) throw error
    return openChat(context, { workspaceId, chatId: twin })
  }
  return openChat(context, { workspaceId, chatId })
}

/** Moves a chat to the trash. Nothing is erased but what providers keep of it for money. */
export async function deleteChat(context: AppContext, place: ChatPlace): Promise<void> {
  await requireChat(context, place)
  const { store, clock } = context
  const { workspaceId, chatId: id } = place
  await store.commit([store.conversations.trash({ workspaceId, id, at: clock.now() })])
  context.chatFiles.due(workspaceId)
  await removeCacheObjects(context, place)
}

/** Restores a chat from the trash. Its file is written again. */
export async function restoreChat(context: AppContext, place: ChatPlace): Promise<ChatSummaryView> {
  const { store } = context
  const { workspaceId, chatId } = place
  try {
    await store.commit([
      store.conversations.restore({ workspaceId, id: chatId }),
      store.chatFiles.mark({ workspaceId, conversationId: chatId }),
    ])
  } catch (error) {
    if (error instanceof StoreError && error.code === 'conflict')
      throw new AppError('chat-not-found', 'There is no such chat in the trash.', { cause: error })
    throw error
  }
  context.chatFiles.due(workspaceId)
  return chatSummary(await requireChat(context, place))
}

/** Changes the settings of a chat, from the next message on. `null` gives a setting back to the model. */
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

/** Shows the branch that goes through a turn, as far as it last went. */
export async function showBranch(
  context: AppContext,
  { turnId, ...place }: ChatPlace & { readonly turnId: string },
): Promise<ChatView> {
  await requireTurn(context, place, turnId)
  const { workspaceId, chatId } = place
  const { store } = context
  const headTurnId = await shownEnd(context, place, { turnId })
  await store.commit([
    store.conversations.showBranch({ workspaceId, id: chatId, headTurnId }),
    store.branchLeaves.put({ workspaceId, conversationId: chatId, turnId: headTurnId }),
    store.chatFiles.mark({ workspaceId, conversationId: chatId }),
  ])
  context.chatFiles.due(workspaceId)
  return openChat(context, place)
}
