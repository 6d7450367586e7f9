import { useQueryClient } from '@tanstack/react-query'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { adviseOn } from '../api/web-error.ts'
import { splitPath } from '../view-model/files/split-file-name.ts'
import { useWorkbench } from '../workbench/workbench.tsx'

export type KeptMark = 'essential' | 'normal' | 'optional'

/** Says how dear something is that this chat keeps. */
export function useMark(): (key: string, mark: KeptMark) => void {
  const { chatId, say } = useWorkbench()
  const client = useQueryClient()
  return (key, mark) => {
    if (chatId === undefined) return
    const change = async () => {
      try {
        client.setQueryData(keys.chat(chatId), await routes.mark(chatId, key, mark))
        await client.invalidateQueries({ queryKey: [...keys.forecast, chatId] })
      } catch (error) {
        say({ tone: 'error', text: `${splitPath(key).name} stays as it was. ${adviseOn(error).what}` })
      }
    }
    void change()
  }
}
