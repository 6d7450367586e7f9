import { StoreError } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { openChat } from './open-chat.ts'
import { type IdempotentRequest, recallRequest } from '../messages/recall-request.ts'
import type { ChatView } from '../views.ts'

export interface CreateChatInput {
  readonly workspaceId: string
  readonly idempotencyKey?: string | undefined
}

/** Begins an empty chat; it takes its title from the first message. */
export async function createChat(context: AppContext, input: CreateChatInput): Promise<ChatView> {
  const { store, clock, newId } = context
  const { workspaceId, idempotencyKey: key } = input
  const request: IdempotentRequest | undefined =
    key === undefined ? undefined : { workspaceId, key, fingerprint: 'create-chat' }
  const done = await recallRequest(context, request)
  if (done) return openChat(context, { workspaceId, chatId: done as string })
  const chatId = newId()
  const at = clock.now()
  try {
    await store.commit([
      store.conversations.insert({ workspaceId, id: chatId, title: 'New chat', at }),
      ...(request ? [store.requests.put({ ...request, response: chatId, at })] : []),
    ])
  } catch (error) {
    const twin =
      error instanceof StoreError && error.code === 'conflict' && (await recallRequest(context, request))
    if (!twin) throw error
    return openChat(context, { workspaceId, chatId: twin as string })
  }
  return openChat(context, { workspaceId, chatId })
}
