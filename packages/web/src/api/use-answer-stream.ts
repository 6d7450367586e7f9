import type { AnswerEvent } from '@varve/server/types'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { followAnswer } from './follow-answer.ts'
import { keys, putTurn } from './queries.ts'

export interface AnswerStream {
  readonly answerId: string
  readonly text: string
  readonly connected: boolean
}

/** Gathering deltas for a moment keeps a fast stream from drawing the page for every word. */
const GATHER_MILLISECONDS = 40

/** The text of a running answer as it arrives. When the answer ends, the finished turn replaces it in the chat. */
export function useAnswerStream(
  chatId: string | undefined,
  answerId: string | undefined,
): AnswerStream | undefined {
  const client = useQueryClient()
  const [stream, setStream] = useState<AnswerStream>()
  const gathered = useRef('')

  useEffect(() => {
    if (chatId === undefined || answerId === undefined) return undefined
    gathered.current = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      timer = undefined
      setStream({ answerId, text: gathered.current, connected: true })
    }
    const refresh = () =>
      void Promise.all([
        client.invalidateQueries({ queryKey: keys.chat(chatId) }),
        client.invalidateQueries({ queryKey: keys.chats }),
      ])
    const onEvent = (event: AnswerEvent) => {
      if (event.kind === 'text') {
        gathered.current += event.delta
        timer ??= setTimeout(flush, GATHER_MILLISECONDS)
        return
      }
      putTurn(client, chatId, event.turn)
      refresh()
    }
    const setConnected = (connected: boolean) => setStream({ answerId, text: gathered.current, connected })
    const stop = followAnswer(answerId, {
      onEvent,
      onOpen: () => setConnected(true),
      onInterruption: () => setConnected(false),
      onClosed: refresh,
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [client, chatId, answerId])

  return stream?.answerId === answerId ? stream : undefined
}
