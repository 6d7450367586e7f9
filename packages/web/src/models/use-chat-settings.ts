import type { ChatSettingsView } from '@varve/server/types'
import { useMutationState } from '@tanstack/react-query'
import type { ChatSettingsChange } from '../api/guard-types.ts'
import { useChat } from '../api/chat-queries.ts'
import { keys } from '../api/keys.ts'
import { adviseOn } from '../api/web-error.ts'
import { withChanges } from '../view-model/models/with-changes.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { NEW_CHAT } from '../workbench/workbench-state.ts'
import { type SettingsToSave, useSaveSettings } from './use-save-settings.ts'

export interface ChatSettings {
  /** With what is being saved. */
  readonly settings: ChatSettingsView
  readonly error: unknown
  /** Changes them for the next message on. */
  readonly change: (request: ChatSettingsChange) => void
}

/** What the chat on screen asks of its models. A new chat is made for the first change. */
export function useChatSettings(): ChatSettings {
  const { chatId, newChat, dispatch, say } = useWorkbench()
  const { data } = useChat(chatId ?? newChat.id)
  const { save, error } = useSaveSettings()
  const saving = useMutationState({
    filters: { mutationKey: keys.changeSettings, status: 'pending' },
    select: ({ state }) => state.variables as SettingsToSave,
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
      save({ place, chat: chatId ?? newChat.ensure(), request }).catch((reason: unknown) =>
        say({ tone: 'error', text: `The setting stays as it was. ${adviseOn(reason).what}` }),
      )
    },
  }
}
