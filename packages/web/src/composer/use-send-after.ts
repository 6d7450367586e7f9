import type { AnswerView } from '@varve/server/types'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Draft } from '../workbench/draft.ts'

interface SendAfterOptions {
  /** Absent while the chat is only being made: there is no answer to wait for. */
  readonly chatId: string | undefined
  readonly draft: Draft
  readonly answering: boolean
  /** How the latest answer stands. */
  readonly status: AnswerView['status'] | undefined
  readonly send: () => void
}

export interface SendAfter {
  /** `cut`: the answer did not come to its end, so that nothing was sent. */
  readonly state: 'waiting' | 'cut' | undefined
  readonly wait: () => void
  readonly takeBack: () => void
}

interface Waiting {
  readonly chatId: string
  readonly draft: Draft
  readonly phase: 'waiting' | 'going' | 'cut'
}

/**
 * A message that goes as soon as the answer that runs is done. Whatever changes it, and leaving the chat, takes that
 * back; it stays in the composer all the while. After an answer that failed or was stopped it is not sent unasked: it
 * was written for a chat that went on otherwise.
 */
export function useSendAfter({ chatId, draft, answering, status, send }: SendAfterOptions): SendAfter {
  const [waiting, setWaiting] = useState<Waiting>()
  // Drafts are never changed in place: another one is another object.
  if (waiting && (waiting.chatId !== chatId || waiting.draft !== draft)) setWaiting(undefined)
  else if (waiting?.phase === 'waiting' && !answering)
    setWaiting({ ...waiting, phase: status === 'complete' ? 'going' : 'cut' })
  const phase = waiting?.phase
  const go = useEffectEvent(send)
  useEffect(() => {
    if (phase === 'going') go()
  }, [phase])
  return {
    // On its way it is a message like any other.
    state: phase === 'going' ? undefined : phase,
    wait: () => {
      if (chatId !== undefined && draft.text.trim() !== '') setWaiting({ chatId, draft, phase: 'waiting' })
    },
    takeBack: () => setWaiting(undefined),
  }
}
