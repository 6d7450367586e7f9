import { useQueryClient } from '@tanstack/react-query'
import { fetchChatAnew } from '../api/queries.ts'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { useKeyName } from '../api/use-key-name.ts'
import { adviseOn } from '../parts/web-error.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import type { KeptView } from '@varve/contract'

export interface Forgetting {
  /** The title is for what its key does not name. */
  readonly forget: (key: string, title?: string) => void
  readonly undo: (key: string, title?: string) => void
}

/** Takes something out of every later request of this chat; until the next turn is sent it can be taken back. */
export function useForget(): Forgetting {
  const {
    chatId,
    say,
    memory: { changes },
  } = useWorkbench()
  const client = useQueryClient()
  const nameOf = useKeyName()
  const change = async (key: string, title: string | undefined, undo: boolean) => {
    if (chatId === undefined) return
    const name = nameOf(key, title)
    try {
      await changes.track(routes.forget(chatId, key, undo))
      // What this call brings may be older than what another one has brought meanwhile.
      await fetchChatAnew(client, chatId)
      await client.invalidateQueries({ queryKey: [...keys.forecast, chatId] })
      if (undo) say({ tone: 'info', text: `${name} is back.` })
      else
        say({
          tone: 'info',
          text: `Forgot ${name}. Later requests won’t include it.`,
          action: { label: 'Undo', run: () => void change(key, title, true) },
        })
    } catch (error) {
      say({ tone: 'error', text: `${name} wasn’t changed. ${adviseOn(error).what}` })
    }
  }
  return {
    forget: (key, title) => void change(key, title, false),
    undo: (key, title) => void change(key, title, true),
  }
}

export type KeptMark = 'essential' | 'normal' | 'optional'

/** Says how dear something is that this chat keeps. */
export function useMark(): (kept: KeptView, mark: KeptMark) => void {
  const {
    chatId,
    say,
    memory: { changes },
  } = useWorkbench()
  const client = useQueryClient()
  const nameOf = useKeyName()
  return ({ key, title }, mark) => {
    if (chatId === undefined) return
    const change = async () => {
      try {
        await changes.track(routes.mark(chatId, key, mark))
        // What this call brings may be older than what another one has brought meanwhile.
        await fetchChatAnew(client, chatId)
        await client.invalidateQueries({ queryKey: [...keys.forecast, chatId] })
      } catch (error) {
        say({ tone: 'error', text: `${nameOf(key, title)} wasn’t changed. ${adviseOn(error).what}` })
      }
    }
    void change()
  }
}
