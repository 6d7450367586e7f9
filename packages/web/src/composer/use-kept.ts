import type { KeptView } from '@varve/contract'
import { useQueryClient } from '@tanstack/react-query'
import { keys } from '../api/keys.ts'
import { fetchChatAnew } from '../api/queries.ts'
import { routes } from '../api/routes.ts'
import { useKeyName } from '../api/use-key-name.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { t } from '../i18n/t.ts'

export type KeptMark = 'essential' | 'normal' | 'optional'

interface KeptActions {
  /** Leaves an attachment out of later requests. `title` names what its key does not. */
  readonly forget: (key: string, title?: string) => void
  /** Undoes that; possible until the next turn is sent. */
  readonly undo: (key: string, title?: string) => void
  /** Sets its priority. */
  readonly mark: (kept: KeptView, mark: KeptMark) => void
}

/** What can be done with the attachments that this chat keeps. */
export function useKept(): KeptActions {
  const { chatId, say, sayError, memory } = useWorkbench()
  const client = useQueryClient()
  const nameOf = useKeyName()
  const change = async (name: string, call: (chatId: string) => Promise<unknown>): Promise<boolean> => {
    if (chatId === undefined) return false
    try {
      await memory.changes.track(call(chatId))
      // The response may be older than the result of a concurrent call.
      await fetchChatAnew(client, chatId)
      await client.invalidateQueries({ queryKey: [...keys.forecast, chatId] })
      return true
    } catch (error) {
      sayError(t('{name} wasn’t changed.', { name }), error)
      return false
    }
  }
  const undo = async (key: string, title?: string) => {
    const name = nameOf(key, title)
    if (await change(name, (chat) => routes.forget(chat, key, true)))
      say({ tone: 'info', text: t('{name} is back.', { name }) })
  }
  const forget = async (key: string, title?: string) => {
    const name = nameOf(key, title)
    if (await change(name, (chat) => routes.forget(chat, key, false)))
      say({
        tone: 'info',
        text: t('Forgot {name}. Later requests won’t include it.', { name }),
        action: { label: t('Undo'), run: () => void undo(key, title) },
      })
  }
  return {
    forget: (key, title) => void forget(key, title),
    undo: (key, title) => void undo(key, title),
    mark: ({ key, title }, mark) => void change(nameOf(key, title), (chat) => routes.mark(chat, key, mark)),
  }
}
