import type { AnswerView } from '@varve/server/types'
import { useEffect, useRef, useState } from 'react'
import { takeAsked } from '../api/asked-answers.ts'
import { nextAnnouncement } from '../view-model/thread/next-announcement.ts'

interface AnnouncerProps {
  /** The chat on screen. */
  readonly chatId: string | undefined
  /** The answer that runs now. */
  readonly answer: AnswerView | undefined
  readonly text: string
  /** The last answer of the chat, for its end. */
  readonly last: AnswerView | undefined
}

/** Reads an answer aloud as it comes, politely, a sentence at a time. Answers that were there before stay silent. */
export function Announcer({ chatId, answer, text, last }: AnnouncerProps) {
  const [words, setWords] = useState('')
  const [saidIn, setSaidIn] = useState(chatId)
  // What was said in another chat is no part of this one.
  if (saidIn !== chatId) {
    setSaidIn(chatId)
    setWords('')
  }
  const heard = useRef<{ id: string; until: number }>(undefined)
  useEffect(() => {
    const isAsked = !answer && last !== undefined && takeAsked(last.id)
    if (answer) takeAsked(answer.id)
    const begun = answer ?? (isAsked ? last : undefined)
    if (begun && heard.current?.id !== begun.id) heard.current = { id: begun.id, until: 0 }
    const progress = heard.current
    if (!progress) return
    const ended = !answer && last?.id === progress.id
    if (!answer && !ended) return
    const next = nextAnnouncement(ended ? last.text : text, progress.until, ended)
    if (next) {
      heard.current = { id: progress.id, until: next.until }
      setWords(next.words)
    }
    if (ended) heard.current = undefined
  }, [answer, text, last])
  return (
    <div className="visually-hidden" role="log" aria-live="polite" aria-label="Answer as it arrives">
      {words}
    </div>
  )
}
