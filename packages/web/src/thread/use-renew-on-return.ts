import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { renewChat } from '../api/chat-queries.ts'
import { keys } from '../api/keys.ts'

/** Whoever comes back to the page may have gone on in another tab, edited a note, or signed in again. */
export function useRenewOnReturn(chatId: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    const renew = () => {
      if (document.visibilityState === 'hidden') return
      void client.invalidateQueries({ queryKey: keys.workspace })
      if (chatId !== undefined) void renewChat(client, chatId)
    }
    addEventListener('focus', renew)
    document.addEventListener('visibilitychange', renew)
    return () => {
      removeEventListener('focus', renew)
      document.removeEventListener('visibilitychange', renew)
    }
  }, [client, chatId])
}
