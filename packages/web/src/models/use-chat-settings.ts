import type { ChatSettingsView, SettingsRequest } from '@varve/contract'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useReducer } from 'react'
import { fetchChatAnew, useChat } from '../api/queries.ts'
import { keys } from '../api/keys.ts'
import { useActions } from '../workbench/actions.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { NEW_CHAT } from '../workbench/workbench-state.ts'
import { routes } from '../api/routes.ts'
import { tellTabs } from '../api/tabs.ts'
import { t } from '../i18n/t.ts'

export interface ChatSettings {
  /** With what is being saved. */
  readonly settings: ChatSettingsView
  readonly error: unknown
  /** Changes them for the next message on. */
  readonly change: (request: SettingsRequest) => void
}

/** What the chat on screen asks of its models. A new chat is made for the first change. */
export function useChatSettings(): ChatSettings {
  const { chatId, newChat, dispatch, sayError } = useWorkbench()
  const { data } = useChat(chatId ?? newChat.id)
  const { save, error } = useSaveSettings()
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
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
        sayError(t('The setting wasn’t changed.'), reason),
      )
      // The saved value arrives a moment later: until then the field would show the old one.
      drawAgain()
    },
  }
}

/** Settings as they are once changes are saved, in their order; `null` gives one back to the model. */
export function withChanges(
  settings: ChatSettingsView,
  changes: readonly SettingsRequest[],
): ChatSettingsView {
  const changed: Readonly<Record<string, unknown>> = Object.assign({}, settings, ...changes)
  return Object.fromEntries(
    Object.entries(changed).filter(([, value]) => value !== null && value !== undefined),
  )
}

interface SettingsToSave {
  /** What was on screen: a new chat that is begun before this is saved is another one. */
  readonly place: string
  readonly chat: string | Promise<string>
  readonly request: SettingsRequest
}

interface SavingSettings {
  /** A message or a new chat waits for pending saves. */
  readonly save: (change: SettingsToSave) => Promise<void>
  /** Why the last change was not saved. */
  readonly error: unknown
}

/** Saves what a chat asks of its models. */
export function useSaveSettings(): SavingSettings {
  const client = useQueryClient()
  const { changes } = useActions().memory
  const { mutateAsync, error } = useMutation({
    mutationKey: keys.changeSettings,
    // One after the other: each is laid over what the one before it left.
    scope: { id: 'change-settings' },
    mutationFn: async ({ chat, request }: SettingsToSave) => {
      const id = await chat
      await routes.changeSettings(id, request)
      tellTabs(id)
      await fetchChatAnew(client, id)
      void client.invalidateQueries({ queryKey: keys.forecast })
    },
  })
  return { save: (change) => changes.track(mutateAsync(change)), error }
}
