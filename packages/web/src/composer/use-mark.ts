import type { KeptView } from '@varve/server/types'
import { useQueryClient } from '@tanstack/react-query'
import { chatChange } from '../api/chat-changes.ts'
import { fetchChatAnew } from '../api/chat-queries.ts'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { useKeyName } from '../api/use-key-name.ts'
import { adviseOn } from '../api/web-error.ts'
import { useWorkbench } from '../workbench/workbench.tsx'

export type KeptMark = 'essential' | 'normal' | 'optional'

/** Says how dear something is that this chat keeps. */
export function useMark(): (kept: KeptView, mark: KeptMark) => void {
  const { chatId, say } = useWorkbench()
  const client = useQueryClient()
  const nameOf = useKeyName()
  return ({ key, title }, mark) => {
    if (chatId === undefined) return
    const change = async () => {
      try {
        await chatChange(routes.mark(chatId, key, mark))
        // What this call brings may be older than what another one has brought meanwhile.
        await fetchChatAnew(client, chatId)
        await client.invalidateQueries({ queryKey: [...keys.forecast, chatId] })
      } catch (error) {
        say({ tone: 'error', text: `${nameOf(key, title)} stays as it was. ${adviseOn(error).what}` })
      }
    }
    void change()
  }
}
