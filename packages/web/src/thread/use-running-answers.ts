import type { AnswerView, ChatView } from '@varve/server/types'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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
  /** Stops them all; absent while there is none, or while they are being stopped. */
  readonly stop: (() => void) | undefined
  readonly isStopping: boolean
}

/** The answers that run in a chat. */
export function useRunningAnswers(chat: ChatView | undefined): RunningAnswers {
  const { say } = useActions()
  const client = useQueryClient()
  const running = chat?.turns.flatMap(({ answers }) => answers.filter(isRunning)) ?? []
  const ids = running.map(({ id }) => id)
  const streams = useAnswerStreams(chat?.id, ids)
  const [stopping, setStopping] = useState<readonly string[]>([])
  const isStopping = ids.length > 0 && ids.every((id) => stopping.includes(id))
  const stop = async (chatId: string) => {
    setStopping(ids)
    try {
      await Promise.all(ids.map((id) => routes.stop(id)))
      await client.invalidateQueries({ queryKey: keys.chat(chatId) })
    } catch (error) {
      setStopping([])
      say({ tone: 'error', text: `Could not stop. ${adviseOn(error).what}` })
    }
  }
  const canStop = ids.length > 0 && !isStopping
  return { running, streams, stop: chat && canStop ? () => void stop(chat.id) : undefined, isStopping }
}
