import type { AppContext, WarmState } from '../app-context.ts'
import type { ChatPlace } from '../chats/require-chat.ts'

const MAXIMUM_CHATS = 32

export function warmKey({ workspaceId, chatId }: ChatPlace): string {
  return JSON.stringify([workspaceId, chatId])
}

/** Remembers the state of a chat, so that its next turn need not read it; the least recently used one goes. */
export function keepWarm({ warm }: AppContext, place: ChatPlace, state: WarmState): void {
  const key = warmKey(place)
  warm.delete(key)
  warm.set(key, state)
  const oldest = warm.keys().next()
  if (warm.size > MAXIMUM_CHATS && !oldest.done) warm.delete(oldest.value)
}
