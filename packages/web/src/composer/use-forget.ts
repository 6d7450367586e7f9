import { useQueryClient } from '@tanstack/react-query'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { adviseOn } from '../api/web-error.ts'
import { splitPath } from '../view-model/files/split-file-name.ts'
import { useWorkbench } from '../workbench/workbench.tsx'

export interface Forgetting {
  readonly forget: (key: string) => void
  readonly undo: (key: string) => void
}

/** Takes something out of every later request of this chat; until the next turn is sent it can be taken back. */
export function useForget(): Forgetting {
  const { chatId, say } = useWorkbench()
  const client = useQueryClient()
  const change = async (key: string, undo: boolean) => {
    if (chatId === undefined) return
    const { name } = splitPath(key)
    try {
      client.setQueryData(keys.chat(chatId), await routes.forget(chatId, key, undo))
      await client.invalidateQueries({ queryKey: [...keys.forecast, chatId] })
      if (undo) say({ tone: 'info', text: `${name} is kept.` })
      else
        say({
          tone: 'info',
          text: `Forgot ${name}. It is in no later request.`,
          action: { label: 'Undo', run: () => void change(key, true) },
        })
    } catch (error) {
      say({ tone: 'error', text: `${name} stays as it was. ${adviseOn(error).what}` })
    }
  }
  return { forget: (key) => void change(key, false), undo: (key) => void change(key, true) }
}
