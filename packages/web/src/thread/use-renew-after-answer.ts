import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keys } from '../api/queries.ts'

/** The file of a chat is written a moment after its answer. */
const FILE_MILLISECONDS = 1_500

/** Asks for the chat once more after an answer has ended: by then it is known what became of its file. */
export function useRenewAfterAnswer(chatId: string | undefined, running: string | undefined): void {
  const client = useQueryClient()
  const before = useRef<string>(undefined)
  useEffect(() => {
    const hasEnded = before.current !== undefined && running === undefined
    before.current = running
    if (!hasEnded || chatId === undefined) return undefined
    const renew = () => void client.invalidateQueries({ queryKey: keys.chat(chatId) })
    const timer = setTimeout(renew, FILE_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [client, chatId, running])
}
