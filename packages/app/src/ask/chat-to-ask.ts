import type { AppContext } from '../app-context.ts'
import { createChat } from '../chats/create-chat.ts'
import { deleteChat } from '../chats/delete-chat.ts'
import { eraseChat } from '../chats/erase-chat.ts'
import { findChat } from '../chats/find-chat.ts'
import { openChat } from '../chats/open-chat.ts'
import type { ChatPlace } from '../chats/require-chat.ts'
import { setChatSettings } from '../chats/set-chat-settings.ts'
import { listDefinitions } from '../definitions/list-definitions.ts'
import type { ChatSettingsPatch } from '../models/chat-settings.ts'
import type { ChatView } from '../views.ts'

export interface ChatWanted {
  readonly workspaceId: string
  /** By its id or how that begins; a new one where absent. */
  readonly chatId?: string | undefined
  /** Of the chat, from this message on. */
  readonly settings?: ChatSettingsPatch | undefined
}

/** The chat that a message is for: a new one that was refused its first message is as if it had never been. */
export async function withChatToAsk<Result>(
  context: AppContext,
  wanted: ChatWanted,
  send: (chat: ChatView) => Promise<Result>,
): Promise<Result> {
  const { workspaceId, chatId: named } = wanted
  if (named !== undefined) {
    const chatId = await findChat(context.store, { workspaceId, wanted: named })
    return send(await configured(context, wanted, { workspaceId, chatId }))
  }
  const { id } = await createChat(context, { workspaceId })
  const place = { workspaceId, chatId: id }
  try {
    return await send(await configured(context, wanted, place))
  } catch (error) {
    // What cannot be taken back now stays unused, and such chats are not listed.
    await takeBack(context, place).catch(() => undefined)
    throw error
  }
}

async function takeBack(context: AppContext, place: ChatPlace): Promise<void> {
  const { unused } = await openChat(context, place)
  if (!unused) return
  await deleteChat(context, place)
  await eraseChat(context, place)
}

async function configured(
  context: AppContext,
  { settings = {} }: ChatWanted,
  place: ChatPlace,
): Promise<ChatView> {
  if (Object.values(settings).some((value) => value !== undefined))
    await setChatSettings(context, { ...place, settings })
  return openChat(context, place)
}

/**
 * Who answers where nobody was chosen: whoever the agent or the project of a chat asks for, which is seen to when it is
 * sent; else a chat stays with its model, so that neither price nor place changes unasked.
 */
export async function modelOf(
  context: AppContext,
  workspaceId: string,
  { settings: { agent, project }, turns }: Pick<ChatView, 'settings' | 'turns'>,
): Promise<string | undefined> {
  const turn = turns.findLast((one) => one.agent === undefined) ?? turns.at(-1)
  if (agent === undefined && project === undefined) return turn?.answer.modelId
  const known = await listDefinitions(context, { workspaceId })
  const asksForOne = known.some(
    ({ kind, id, trusted, model, models = [] }) =>
      trusted &&
      ((kind === 'agent' && id === agent && model !== undefined) ||
        (kind === 'project' && id === project && models.length > 0)),
  )
  return asksForOne ? undefined : turn?.answer.modelId
}
