import type { ChatHitView } from '@varve/server/types'
import { useQueryClient } from '@tanstack/react-query'
import { fetchChatAnew } from '../api/chat-queries.ts'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { adviseOn } from '../api/web-error.ts'
import { useWorkbench } from '../workbench/workbench.tsx'

/** Goes to the chat, and where the passage stands in another branch, to that one. */
export function useOpenChatHit(): (hit: ChatHitView) => Promise<void> {
  const client = useQueryClient()
  const { openChat, say } = useWorkbench()
  return async ({ chat: { id }, passages: [passage] }) => {
    openChat(id)
    if (!passage) return
    try {
      const { turns, earlier } = await fetchChatAnew(client, id)
      // One that is not among the latest may still be of this branch, further up.
      if (earlier > 0 || turns.some((turn) => turn.id === passage.turnId)) return
      client.setQueryData(keys.chat(id), await routes.showTurn(id, passage.turnId))
    } catch (error) {
      say({ tone: 'error', text: `The branch with this passage cannot be shown. ${adviseOn(error).what}` })
    }
  }
}
