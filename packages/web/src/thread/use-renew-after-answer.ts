import type { AnswerView } from '@varve/server/types'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keys } from '../api/keys.ts'

/** The file of a chat is written a moment after its answer, that of a long one later. */
const FILE_MILLISECONDS = [1_500, 6_000] as const

/** Asks for the chat again after its last answer has ended: by then it is known what became of its file. */
export function useRenewAfterAnswer(chatId: string | undefined, last: AnswerView | undefined): void {
  const client = useQueryClient()
  // An answer may be over before the page has seen it run.
  const ended = last?.status === 'streaming' ? undefined : last?.id
  useEffect(() => {
    if (chatId === undefined || ended === undefined) return undefined
    const renew = () => void client.invalidateQueries({ queryKey: keys.chat(chatId) })
    const timers = FILE_MILLISECONDS.map((delay) => setTimeout(renew, delay))
    return () => timers.forEach(clearTimeout)
  }, [client, chatId, ended])
}
