import type { ConversationRecord } from '@varve/store'
import type { AppContext } from './app-context.ts'
import type { ChatSummaryView } from './views.ts'

/** The chats of a workspace, most recently used first. */
export async function listChats(
  { store }: AppContext,
  { workspaceId }: { readonly workspaceId: string },
): Promise<readonly ChatSummaryView[]> {
  return (await store.conversations.list(workspaceId)).map(chatSummary)
}

export function chatSummary({
  id,
  title,
  createdAt,
  updatedAt,
  answering,
}: ConversationRecord): ChatSummaryView {
  return {
    id,
    title,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    answering,
  }
}
