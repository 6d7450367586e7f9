import type { AnswerView, ChatView } from '@varve/server/types'
import { useQueryClient } from '@tanstack/react-query'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { type AnswerStreams, useAnswerStreams } from '../api/use-answer-streams.ts'
import { adviseOn } from '../api/web-error.ts'
import { isRunning } from '../view-model/thread/merge-turn.ts'
import { useActions } from '../workbench/actions.ts'

export interface RunningAnswers {
  readonly running: readonly AnswerView[]
  /** Their texts as they arrive. */
  readonly streams: AnswerStreams
  /** Stops them all; absent while there is none. */
  readonly stop: (() => void) | undefined
}

/** The answers that run in a chat. */
export function useRunningAnswers(chat: ChatView | undefined): RunningAnswers {
  const { say } = useActions()
  const client = useQueryClient()
  const running = chat?.turns.flatMap(({ answers }) => answers.filter(isRunning)) ?? []
  const ids = running.map(({ id }) => id)
  const streams = useAnswerStreams(chat?.id, ids)
  const stop = async (chatId: string) => {
    try {
      await Promise.all(ids.map((id) => routes.stop(id)))
      await client.invalidateQueries({ queryKey: keys.chat(chatId) })
    } catch (error) {
      say({ tone: 'error', text: `Could not stop. ${adviseOn(error).what}` })
    }
  }
  return { running, streams, stop: chat && ids.length > 0 ? () => void stop(chat.id) : undefined }
}
