import type { Attachable } from '@varve/server/types'
import { useWorkbench } from '../workbench/workbench.tsx'
import { NEW_CHAT } from '../workbench/workbench-state.ts'

/** Attaches something to the chat and goes there, ready to type. */
export function useAskAbout(): (item: Attachable) => void {
  const { chatId, dispatch, openChat, composer } = useWorkbench()
  return (item) => {
    dispatch({ kind: 'attach', chat: chatId ?? NEW_CHAT, item })
    openChat(chatId)
    // The composer comes into the page with the chat.
    requestAnimationFrame(() => composer.current?.focus())
  }
}
