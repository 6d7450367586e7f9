import { StoreError } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { warmKey } from '../turn/keep-warm.ts'
import type { ChatPlace } from './require-chat.ts'

/**
 * Takes a chat out of the trash and out of the database, for good: what was said, what was sent, and what stands
 * behind its placeholders. Notes that were written from it stay.
 */
export async function eraseChat({ store, warm, sweeps }: AppContext, place: ChatPlace): Promise<void> {
  const { workspaceId, chatId: id } = place
  const chat = { workspaceId, conversationId: id, at: 0 }
  const [turns, answers] = await Promise.all([
    store.turns.list(workspaceId, id),
    store.answers.list(workspaceId, id),
  ])
  try {
    await store.commit([
      // Words that are searched lie in an index of their own: without any, nothing of it is found.
      ...store.chatTexts.putChat({ ...chat, title: '', tags: [] }),
      ...turns.flatMap((turn) => store.chatTexts.putQuestion({ ...chat, turnId: turn.id, text: '' })),
      ...answers.flatMap((answer) => store.chatTexts.putAnswer({ ...chat, answerId: answer.id, text: '' })),
      ...store.conversations.erase({ workspaceId, id }),
    ])
  } catch (error) {
    if (error instanceof StoreError && error.code === 'conflict')
      throw new AppError('chat-not-found', 'There is no such chat in the trash.', { cause: error })
    throw error
  }
  warm.delete(warmKey(place))
  sweeps.due(workspaceId)
}
