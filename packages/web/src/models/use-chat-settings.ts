import type { ChatSettingsView } from '@varve/server/types'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { ChatSettingsChange } from '../api/guard-types.ts'
import { chatChange } from '../api/chat-changes.ts'
import { fetchChatAnew, useChat } from '../api/chat-queries.ts'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { adviseOn } from '../api/web-error.ts'
import { withChanges } from '../view-model/models/with-changes.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { NEW_CHAT } from '../workbench/workbench-state.ts'

export interface ChatSettings {
  /** With what is being saved. */
  readonly settings: ChatSettingsView
  readonly error: unknown
  /** Changes them for the next message on. */
  readonly change: (request: ChatSettingsChange) => void
}

interface Change {
  /** What was on screen: a new chat that is begun before this is saved is another one. */
  readonly place: string
  readonly chat: string | Promise<string>
  readonly request: ChatSettingsChange
}

/** What the chat on screen asks of its models. A new chat is made for the first change. */
export function useChatSettings(): ChatSettings {
  const { chatId, newChat, dispatch, say } = useWorkbench()
  const { data } = useChat(chatId ?? newChat.id)
  const client = useQueryClient()
  const { mutateAsync, error } = useMutation({
    mutationKey: keys.changeSettings,
    // One after the other: each is laid over what the one before it left.
    scope: { id: 'change-settings' },
    networkMode: 'always',
    mutationFn: async ({ chat, request }: Change) => {
      const id = await chat
      await routes.changeSettings(id, request)
      await fetchChatAnew(client, id)
      void client.invalidateQueries({ queryKey: keys.forecast })
    },
  })
  const saving = useMutationState({
    filters: { mutationKey: keys.changeSettings, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  })
  const place = chatId ?? `${NEW_CHAT} ${newChat.count}`
  const requests = saving.filter((change) => change.place === place).map(({ request }) => request)
  return {
    settings: withChanges(data?.settings ?? {}, requests),
    error,
    change: (request) => {
      // Who is chosen now brings models of their own.
      if (request.agent !== undefined || request.project !== undefined)
        dispatch({ kind: 'models', chat: chatId ?? NEW_CHAT, ids: [] })
      const change = mutateAsync({ place, chat: chatId ?? newChat.ensure(), request })
      chatChange(change).catch((reason: unknown) =>
        say({ tone: 'error', text: `The setting stays as it was. ${adviseOn(reason).what}` }),
      )
    },
  }
}
