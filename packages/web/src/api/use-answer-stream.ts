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

const NOTHING = { text: '', reasoning: '' }

/** The text of a running answer as it arrives. When the answer ends, the finished turn replaces it in the chat. */
export function useAnswerStream(
  chatId: string | undefined,
  answerId: string | undefined,
): AnswerStream | undefined {
  const client = useQueryClient()
  const [stream, setStream] = useState<AnswerStream>()
  const gathered = useRef(NOTHING)

  useEffect(() => {
    if (chatId === undefined || answerId === undefined) return undefined
    gathered.current = NOTHING
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (connected: boolean) => {
      const { text, reasoning } = gathered.current
      setStream({ answerId, text, connected })
      // It outlives the stream: what was thought can still be read when the answer is there.
      if (reasoning !== '') client.setQueryData(keys.reasoning(answerId), reasoning)
    }
    const flush = () => {
      timer = undefined
      show(true)
    }
    const refresh = () =>
      void Promise.all([
        client.invalidateQueries({ queryKey: keys.chat(chatId) }),
        client.invalidateQueries({ queryKey: keys.chats }),
      ])
    const onEvent = (event: AnswerEvent) => {
      if (event.kind === 'text' || event.kind === 'reasoning') {
        const before = gathered.current
        gathered.current = { ...before, [event.kind]: before[event.kind] + event.delta }
        timer ??= setTimeout(flush, GATHER_MILLISECONDS)
        return
      }
      show(true)
      putTurn(client, chatId, event.turn)
      refresh()
    }
    const stop = followAnswer(answerId, {
      onEvent,
      onOpen: () => show(true),
      onInterruption: () => show(false),
      onClosed: () => {
        // Nothing tries again by itself from here: what became of the answer, the chat says.
        setStream(undefined)
        refresh()
      },
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [client, chatId, answerId])

  return stream?.answerId === answerId ? stream : undefined
}
