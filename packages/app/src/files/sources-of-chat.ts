import type { AppContext } from '../app-context.ts'
import type { ChatPlace } from '../chat/require-chat.ts'
import { loadState } from '../chat/load-state.ts'
import { lostSourcesAsKnown } from './lost-sources.ts'
import { endOf } from '../chat/branch-position.ts'
import { type ChatSources, sourcesFrom } from './chat-sources.ts'

/**
 * All that a chat was ever given, in each of its branches: what was taken out of it, as a summary is, may come from
 * one that is no longer on show.
 */
export async function sourcesOfChat(context: AppContext, place: ChatPlace): Promise<ChatSources> {
  const { workspaceId, chatId } = place
  const turns = await context.store.turns.list(workspaceId, chatId)
  const goneOn = new Set(turns.map(({ parentId }) => parentId))
  const branches: ChatSources[] = []
  for (const turn of turns.filter(({ id }) => !goneOn.has(id))) {
    const loaded = await loadState(context, place, await endOf(context, turn))
    branches.push(sourcesFrom({ ...loaded, lost: await lostSourcesAsKnown(context, loaded) }))
  }
  return {
    chatId,
    artifacts: branches.flatMap(({ artifacts }) => artifacts),
    paths: [...new Set(branches.flatMap(({ paths }) => paths))],
    chats: [...new Set(branches.flatMap(({ chats }) => chats))],
    hashes: new Map(branches.flatMap(({ hashes }) => [...hashes])),
    listed: [...new Set(branches.flatMap(({ listed }) => listed))],
    lost: branches.flatMap(({ lost }) => lost),
    readers: new Map(branches.flatMap(({ readers }) => [...readers])),
  }
}
