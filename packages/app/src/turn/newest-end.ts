import type { AppContext } from '../app-context.ts'
import type { ChatPlace } from '../chats/require-chat.ts'

/** The last turn of the newest branch through a turn, and through one of its answers where that is named. */
export async function newestEnd(
  { store }: AppContext,
  { workspaceId, chatId: conversationId }: ChatPlace,
  { turnId, answerId }: { readonly turnId: string; readonly answerId?: string },
): Promise<string> {
  const turns = await store.turns.list(workspaceId, conversationId)
  const through = new Set([turnId])
  let end = turnId
  // A turn comes after the one that it follows.
  for (const { id, parentId, parentAnswerId } of turns) {
    if (parentId === undefined || !through.has(parentId)) continue
    if (parentId === turnId && answerId !== undefined && parentAnswerId !== answerId) continue
    through.add(id)
    end = id
  }
  return end
}
