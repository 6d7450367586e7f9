import type { ChatSettingsView, ChatView, SettingsRequest } from '@varve/server/types'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keys, useChat } from '../api/queries.ts'
import { routes } from '../api/routes.ts'
import { useWorkbench } from '../workbench/workbench.tsx'

export interface ChatSettings {
  readonly settings: ChatSettingsView
  readonly error: unknown
  /** Changes them for the next message on. */
  readonly change: (request: SettingsRequest) => Promise<void>
}

/** What the chat on screen asks of its models. A new chat is made for the first change. */
export function useChatSettings(): ChatSettings {
  const { chatId, newChat } = useWorkbench()
  const { data } = useChat(chatId ?? newChat.id)
  const client = useQueryClient()
  const [error, setError] = useState<unknown>()
  const change = async (request: SettingsRequest) => {
    setError(undefined)
    try {
      const id = chatId ?? (await newChat.ensure())
      const settings = await routes.changeSettings(id, request)
      client.setQueryData<ChatView>(keys.chat(id), (chat) => chat && { ...chat, settings })
      await client.invalidateQueries({ queryKey: keys.chat(id) })
      await client.invalidateQueries({ queryKey: keys.forecast })
    } catch (failure) {
      setError(failure)
    }
  }
  return { settings: data?.settings ?? {}, error, change }
}
