import type { AppContext } from '../app-context.ts'
import type { ChatPlace } from './require-chat.ts'

/**
 * Where the branch ends that was last on show among those that go through a turn, and through one of its answers
 * where that is named. The newest one, where none of them has been on show.
 */
export async function shownEnd(
  { store }: Pick<AppContext, 'store'>,
  { workspaceId, chatId: conversationId }: ChatPlace,
  { turnId, answerId }: { readonly turnId: string; readonly answerId?: string },
): Promise<string> {
  const turns = await store.turns.list(workspaceId, conversationId)
  const shown = await store.branchLeaves.list(workspaceId, conversationId)
  const through = new Set([turnId])
  let end = turnId
  // It may have been on show as an end with another answer than the one that is asked for.
  let latest = answerId === undefined ? (shown.get(turnId) ?? 0) : 0
  // A turn comes after the one that it follows.
  for (const { id, parentId, parentAnswerId } of turns) {
    if (parentId === undefined || !through.has(parentId)) continue
    if (parentId === turnId && answerId !== undefined && parentAnswerId !== answerId) continue
    through.add(id)
    const at = shown.get(id) ?? 0
    if (at < latest) continue
    end = id
    latest = at
  }
  return end
}
