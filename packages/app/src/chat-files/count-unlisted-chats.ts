import type { AppContext } from '../app-context.ts'
import { listChats } from '../chat/list-chats.ts'
import { openedForChats } from '../files/opened-for-chats.ts'
import { isChatFile } from '../files/chat-file-name.ts'
import type { UnlistedChatsView } from '@varve/contract'

const PLACES = ['current', 'archived', 'trashed'] as const

/**
 * The files of chats in a workspace that has none of its own, as a folder has that comes from another machine or whose
 * database was lost. They can be brought back. Where there is any chat, they are its own or were left alone before.
 */
export async function countUnlistedChats(
  context: AppContext,
  { workspaceId }: { readonly workspaceId: string },
): Promise<UnlistedChatsView> {
  for (const among of PLACES) {
    const chats = await listChats(context, { workspaceId, among })
    if (chats.some(({ unused }) => !unused)) return { files: 0 }
  }
  const { files } = await openedForChats(context, workspaceId)
  return { files: (await files.list()).files.filter(({ path }) => isChatFile(path)).length }
}
