import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchChatAnew } from '../api/chat-queries.ts'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { adviseOn } from '../api/web-error.ts'
import { chatHref } from '../workbench/chat-route.ts'
import { useWorkbench } from '../workbench/workbench.tsx'

export interface ContinuingInNew {
  readonly running: boolean
  /** Takes along what is typed, as it is once the summary is there. */
  readonly continueInNew: (modelIds: readonly string[]) => void
}

/** Goes on in a new chat, whose first message brings a summary of this one. */
export function useContinueInNew(): ContinuingInNew {
  const { chatId, dispatch, say } = useWorkbench()
  const client = useQueryClient()
  const [running, setRunning] = useState(false)
  const move = async (modelIds: readonly string[]): Promise<void> => {
    if (chatId === undefined) return
    const here = location.hash
    setRunning(true)
    try {
      const [modelId] = modelIds
      const body = { confirmed: true, ...(modelId === undefined ? {} : { modelId }) } as const
      const { chatId: id, attach, notice, by } = await routes.continueInNew(chatId, body)
      await fetchChatAnew(client, id)
      dispatch({ kind: 'draft-moved', from: chatId, to: id, attach })
      dispatch({ kind: 'models', chat: id, ids: modelIds })
      // Who has gone elsewhere meanwhile stays there.
      if (location.hash === here) location.hash = chatHref(id)
      await client.invalidateQueries({ queryKey: keys.chats })
      const made = by === 'model' ? 'A summary' : 'An extract'
      say({
        tone: 'info',
        text: notice ?? `${made} of the other chat is attached. That chat stays as it is.`,
      })
    } catch (error) {
      const { what, todo } = adviseOn(error)
      say({ tone: 'error', text: `${what} ${todo}` })
    } finally {
      setRunning(false)
    }
  }
  return { running, continueInNew: (modelIds) => void move(modelIds) }
}
