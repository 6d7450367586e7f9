import type { AnswerView } from '@varve/server/types'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Draft } from '../workbench/draft.ts'
import { NEW_CHAT } from '../workbench/workbench-state.ts'
import type { PendingUpload } from './use-uploads.ts'

interface SendAfterOptions {
  /** Absent while the chat is only being made: there is no answer to wait for. */
  readonly chatId: string | undefined
  readonly draft: Draft
  readonly answering: boolean
  /** Files on their way to this message, and those that could not be added. */
  readonly uploads: readonly PendingUpload[]
  /** How the latest answer stands. */
  readonly status: AnswerView['status'] | undefined
  readonly send: () => void
}

type Cause = 'answer' | 'upload'

export interface SendAfter {
  /** What it waits for, or why it was not sent in the end. */
  readonly state: { readonly kind: 'waiting' | 'cut'; readonly cause: Cause } | undefined
  readonly wait: () => void
  readonly takeBack: () => void
}

interface Waiting {
  readonly chat: string
  readonly draft: Draft
  readonly cause: Cause
  readonly phase: 'waiting' | 'going' | 'cut'
}

/**
 * A message that goes as soon as the answer that runs is done and its files are there. Whatever changes it, and leaving
 * the chat, takes that back; it stays in the composer all the while. After an answer that failed or was stopped, or
 * without a file that could not be added, it is not sent unasked: it was meant otherwise.
 */
export function useSendAfter({
  chatId,
  draft,
  answering,
  uploads,
  status,
  send,
}: SendAfterOptions): SendAfter {
  const [waiting, setWaiting] = useState<Waiting>()
  const chat = chatId ?? NEW_CHAT
  const isUploading = uploads.some(({ state }) => state.kind === 'running')
  if (waiting && (waiting.chat !== chat || !isSameMessage(waiting.draft, draft))) setWaiting(undefined)
  else if (waiting?.phase === 'waiting' && !answering && !isUploading) {
    const isCut = waiting.cause === 'answer' ? status !== 'complete' : uploads.length > 0
    setWaiting({ ...waiting, phase: isCut ? 'cut' : 'going' })
  }
  const phase = waiting?.phase
  const go = useEffectEvent(send)
  useEffect(() => {
    if (phase === 'going') go()
  }, [phase])
  return {
    // On its way it is a message like any other.
    state: !waiting || waiting.phase === 'going' ? undefined : { kind: waiting.phase, cause: waiting.cause },
    wait: () => {
      const canWait = isUploading || (answering && chatId !== undefined)
      if (canWait && draft.text.trim() !== '')
        setWaiting({ chat, draft, cause: answering ? 'answer' : 'upload', phase: 'waiting' })
    },
    takeBack: () => setWaiting(undefined),
  }
}

/** A file that has arrived since then is what was waited for. */
function isSameMessage(before: Draft, now: Draft): boolean {
  return withoutUploads(before) === withoutUploads(now)
}

function withoutUploads({ attach, uploads: _uploads, ...rest }: Draft): string {
  const others = attach.filter((item) => typeof item !== 'string' || !item.startsWith('upload:'))
  return JSON.stringify([others, Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))])
}
