import { StoreError } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { requireChosen } from '../definitions/require-chosen.ts'
import { changeSettings } from '../models/chat-settings.ts'
import { NEW_CHAT_TITLE } from '../guard/new-chat-title.ts'
import { openChat } from '../turn/open-chat.ts'
import { type IdempotentRequest, recallRequest } from '../chat/recall-request.ts'
import type { ChatView } from '../views.ts'

export interface CreateChatInput {
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
