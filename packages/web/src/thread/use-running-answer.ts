import type { ChatView } from '@varve/server/types'
import { useQueryClient } from '@tanstack/react-query'
import { keys } from '../api/queries.ts'
import { routes } from '../api/routes.ts'
import { useAnswerStream } from '../api/use-answer-stream.ts'
import { adviseOn } from '../api/web-error.ts'
import { useActions } from '../workbench/actions.ts'

/** The answer that runs in a chat, its text as it arrives, and the way to stop it. */
export function useRunningAnswer(chat: ChatView | undefined) {
  const { say } = useActions()
  const client = useQueryClient()
  const answer = chat?.turns.findLast((turn) => turn.answer.status === 'streaming')?.answer
  const stream = useAnswerStream(chat?.id, answer?.id)
  const stop = async (chatId: string, answerId: string) => {
    try {
      await routes.stop(answerId)
      await client.invalidateQueries({ queryKey: keys.chat(chatId) })
    } catch (error) {
      say({ tone: 'error', text: `Could not stop. ${adviseOn(error).what}` })
    }
  }
  return { answer, stream, stop: chat && answer ? () => void stop(chat.id, answer.id) : undefined }
}
