import { useMutation, useQueryClient } from '@tanstack/react-query'
import { chatChange } from '../api/chat-changes.ts'
import { fetchChatAnew } from '../api/chat-queries.ts'
import type { ChatSettingsChange } from '../api/guard-types.ts'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { tellTabs } from '../api/tabs.ts'

export interface SettingsToSave {
  /** What was on screen: a new chat that is begun before this is saved is another one. */
  readonly place: string
  readonly chat: string | Promise<string>
  readonly request: ChatSettingsChange
}

export interface SavingSettings {
  /** Who sends meanwhile, or begins another chat, can tell that this is under way. */
  readonly save: (change: SettingsToSave) => Promise<void>
  /** Why the last change was not saved. */
  readonly error: unknown
}

/** Saves what a chat asks of its models. */
export function useSaveSettings(): SavingSettings {
  const client = useQueryClient()
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
  return { save: (change) => chatChange(mutateAsync(change)), error }
}
