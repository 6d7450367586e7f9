import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchChatAnew } from '../api/chat-queries.ts'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { adviseOn } from '../api/web-error.ts'
import { chatHref } from '../workbench/chat-route.ts'
import { type Draft, EMPTY_DRAFT, withAttached } from '../workbench/draft.ts'
import { useWorkbench } from '../workbench/workbench.tsx'

export interface ContinuingInNew {
  readonly running: boolean
  /** Takes the draft along. */
  readonly continueInNew: (draft: Draft, modelIds: readonly string[]) => void
}

/** Goes on in a new chat, whose first message brings a summary of this one. */
export function useContinueInNew(): ContinuingInNew {
  const { chatId, dispatch, say } = useWorkbench()
  const client = useQueryClient()
  const [running, setRunning] = useState(false)
  const move = async (draft: Draft, modelIds: readonly string[]): Promise<void> => {
    if (chatId === undefined) return
    setRunning(true)
    try {
      const [modelId] = modelIds
      const body = { confirmed: true, ...(modelId === undefined ? {} : { modelId }) } as const
      const { chatId: id, attach, notice, by } = await routes.continueInNew(chatId, body)
      await fetchChatAnew(client, id)
      const { idempotencyKey: _key, ...rest } = draft
      const moved = attach.reduce<Draft>((next, item) => withAttached(next, item), { ...rest, attach: [] })
      dispatch({ kind: 'draft', chat: id, draft: { ...moved, attach: [...moved.attach, ...draft.attach] } })
      dispatch({ kind: 'draft', chat: chatId, draft: EMPTY_DRAFT })
      dispatch({ kind: 'models', chat: id, ids: modelIds })
      location.hash = chatHref(id)
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
  return { running, continueInNew: (draft, modelIds) => void move(draft, modelIds) }
}
