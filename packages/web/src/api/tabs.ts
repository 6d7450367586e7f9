import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { renewChat } from './queries.ts'

const NAME = 'varve.chats'

/** Tells the other tabs of this browser that a chat has changed. */
export function tellTabs(chatId: string): void {
  const channel = new BroadcastChannel(NAME)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays within its origin
  channel.postMessage(chatId)
  channel.close()
}

/** Shows what happens to chats in other tabs of this browser, as it happens. */
export function useOtherTabs(): void {
  const client = useQueryClient()
  useEffect(() => {
    const channel = new BroadcastChannel(NAME)
    channel.addEventListener('message', ({ data }: MessageEvent<string>) => void renewChat(client, data))
    return () => channel.close()
  }, [client])
}
